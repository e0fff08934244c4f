import { address, type Global, newKernel } from '../../base/kernels.js'
import type { SemanticData } from './data.js'

/** What kernels/semantic.ts exports. Addresses are bytes. */
interface SemanticKernel {
  readonly memory: WebAssembly.Memory
  readonly parent: Global
  readonly depth: Global
  readonly entryAt: Global
  readonly entries: Global
  readonly asked: Global
  readonly found: Global
  room(nodes: number, lone: number, users: number, entries: number): void
  sums(user: number, n: number): void
}

/** Some users of a population side by side, with no more of the tree than they touch, so that it stays near the processor. */
export interface Scene {
  /** Has these users on the scene; in the place of those before if one of them is not there. */
  enter(rows: Uint32Array, columns: Uint32Array): void
  /** Users to compare with one after the other. */
  ask(users: Uint32Array): void
  /** The distances of the categories of those who were asked for to those of a user, each with its weight. Valid until the next call. */
  sums(user: number): Float64Array
}

export function sceneOf(data: SemanticData): Scene {
  const kernel = newKernel<SemanticKernel>('semantic')
  const place = new Uint32Array(data.at.length) // of each user on the scene, from 1; 0 for the others
  const known = new Uint8Array(data.parent.length)
  const number = new Uint32Array(data.parent.length)
  let users: number[] = []
  let count = 0
  return {
    enter(rows, columns) {
      if (rows.every((u) => place[u] !== 0) && columns.every((u) => place[u] !== 0)) return
      for (const u of users) place[u] = 0
      users = []
      for (const u of [...rows, ...columns]) if (place[u] === 0) place[u] = users.push(u)
      const { touched, entries } = survey(data, users, known)
      const { nodes, lone } = giveNumbers(data, touched, known, number)
      for (const c of touched) known[c] = 0
      kernel.room(nodes.length, lone, users.length, entries)
      writeTree(kernel, data, nodes, number)
      writeEntries(kernel, data, users, entries, number)
    },
    ask(some) {
      count = some.length
      const asked = words(kernel, kernel.asked, count)
      for (const [i, u] of some.entries()) asked[i] = place[u]! - 1
    },
    sums(user) {
      kernel.sums(place[user]! - 1, count)
      return new Float64Array(kernel.memory.buffer, address(kernel.found), count)
    },
  }
}

/** Bits of what is known of a category of a tree. */
const [SEEN, AGAIN, INNER] = [1, 2, 4]

/** All categories of the users on the scene and those above them, of which `known` then tells; and how many entries the users have. */
function survey({ parent, at, category }: SemanticData, users: readonly number[], known: Uint8Array) {
  const touched: number[] = []
  let entries = 0
  for (const u of users) {
    for (let i = at[u]!; i < at[u + 1]!; i++, entries++) {
      const c = category[i]!
      if (known[c] === 0) touched.push(c)
      known[c]! |= (known[c]! & SEEN) === 0 ? SEEN : AGAIN
      for (let x = parent[c]!; x >= 0 && (known[x]! & INNER) === 0; x = parent[x]!) {
        if (known[x] === 0) touched.push(x)
        known[x]! |= INNER
      }
    }
  }
  return { touched, entries }
}

/**
 * Numbers for categories: first those of the tree, then those that stand alone, `lone` of them. What stands alone needs no tree; what one
 * user alone has is at 1 from everybody else: one number is enough for all of that.
 */
function giveNumbers({ parent }: SemanticData, touched: readonly number[], known: Uint8Array, number: Uint32Array) {
  const alone = (c: number) => parent[c]! < 0 && (known[c]! & INNER) === 0
  const nodes = Uint32Array.from(touched.filter((c) => !alone(c))).sort()
  for (const [i, c] of nodes.entries()) number[c] = i
  let lone = 1
  for (const c of touched) if (alone(c)) number[c] = nodes.length + ((known[c]! & AGAIN) !== 0 ? lone++ : 0)
  return { nodes, lone }
}

function writeTree(kernel: SemanticKernel, { parent, depth }: SemanticData, nodes: Uint32Array, number: Uint32Array) {
  const [above, depths] = [words(kernel, kernel.parent, nodes.length), words(kernel, kernel.depth, nodes.length)]
  for (const [i, c] of nodes.entries()) {
    above[i] = parent[c]! < 0 ? -1 : number[parent[c]!]!
    depths[i] = depth[c]!
  }
}

function writeEntries(
  kernel: SemanticKernel,
  { at, category, weight }: SemanticData,
  users: readonly number[],
  total: number,
  number: Uint32Array,
): void {
  const starts = words(kernel, kernel.entryAt, users.length + 1)
  const entries = words(kernel, kernel.entries, 2 * total)
  let n = 0
  for (const [i, u] of users.entries()) {
    starts[i] = n
    for (let j = at[u]!; j < at[u + 1]!; j++, n++) {
      entries[2 * n] = number[category[j]!]!
      entries[2 * n + 1] = weight[j]!
    }
  }
  starts[users.length] = n
}

function words(kernel: SemanticKernel, start: Global, length: number): Uint32Array {
  return new Uint32Array(kernel.memory.buffer, address(start), length)
}
