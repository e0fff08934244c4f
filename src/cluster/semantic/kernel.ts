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

/** Bits of what is known of a category of a tree. */
const [SEEN, AGAIN, INNER] = [1, 2, 4]

export function sceneOf({ parent, depth, at, category, weight }: SemanticData): Scene {
  const kernel = newKernel<SemanticKernel>('semantic')
  const place = new Uint32Array(at.length) // of each user on the scene, from 1; 0 for the others
  const known = new Uint8Array(parent.length)
  const number = new Uint32Array(parent.length)
  let users: number[] = []
  let count = 0
  const words = (start: Global, length: number) => new Uint32Array(kernel.memory.buffer, address(start), length)

  function enter(rows: Uint32Array, columns: Uint32Array): void {
    if (rows.every((u) => place[u] !== 0) && columns.every((u) => place[u] !== 0)) return
    for (const u of users) place[u] = 0
    users = []
    for (const u of [...rows, ...columns]) if (place[u] === 0) place[u] = users.push(u)
    const { touched, total } = survey()
    // What stands alone needs no tree; what one user alone has is at 1 from everybody else: one number is enough for all of that.
    const nodes = Uint32Array.from(touched.filter((c) => !alone(c))).sort()
    let lone = 1
    for (const [i, c] of nodes.entries()) number[c] = i
    for (const c of touched) if (alone(c)) number[c] = nodes.length + ((known[c]! & AGAIN) !== 0 ? lone++ : 0)
    kernel.room(nodes.length, lone, users.length, total)
    fill(nodes, total)
    for (const c of touched) known[c] = 0
  }

  const alone = (c: number) => parent[c]! < 0 && (known[c]! & INNER) === 0

  /** All categories of the users on the scene, and those above them. */
  function survey(): { readonly touched: number[]; readonly total: number } {
    const touched: number[] = []
    let total = 0
    for (const u of users) {
      for (let i = at[u]!; i < at[u + 1]!; i++, total++) {
        const c = category[i]!
        if (known[c] === 0) touched.push(c)
        known[c]! |= (known[c]! & SEEN) === 0 ? SEEN : AGAIN
        for (let x = parent[c]!; x >= 0 && (known[x]! & INNER) === 0; x = parent[x]!) {
          if (known[x] === 0) touched.push(x)
          known[x]! |= INNER
        }
      }
    }
    return { touched, total }
  }

  function fill(nodes: Uint32Array, total: number): void {
    const [above, depths] = [words(kernel.parent, nodes.length), words(kernel.depth, nodes.length)]
    for (const [i, c] of nodes.entries()) {
      above[i] = parent[c]! < 0 ? -1 : number[parent[c]!]!
      depths[i] = depth[c]!
    }
    const [starts, entries] = [words(kernel.entryAt, users.length + 1), words(kernel.entries, 2 * total)]
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

  return {
    enter,
    ask(some) {
      count = some.length
      const asked = words(kernel.asked, count)
      for (const [i, u] of some.entries()) asked[i] = place[u]! - 1
    },
    sums(user) {
      kernel.sums(place[user]! - 1, count)
      return new Float64Array(kernel.memory.buffer, address(kernel.found), count)
    },
  }
}
