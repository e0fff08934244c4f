import { loadKernel } from '../../base/kernels.js'

/** What kernels/peers.ts exports. Addresses are in bytes. */
interface Exports {
  readonly memory: WebAssembly.Memory
  readonly refusals: { readonly value: number }
  seed(low: number, high: number): void
  setRecords(people: number, links: number): void
  setVector(least: number, most: number, repeats: number, seats: number): void
  setWay(path: number, tried: number, zeta: number): void
  setTally(own: number, byNeighbour: number, fourBytes: boolean, hops: number, totals: number): void
  ask(source: number): number
  askAll(users: number): void
}

/** A kernel with room in its memory for one simulation: where each array lies, in bytes. */
export interface Kernel extends Exports {
  readonly at: Readonly<Record<keyof ReturnType<typeof sizes>, number>>
}

/** The most neighbours that a user of the kernel may have, and how often one may stand in a selection vector. */
export const NEIGHBOURS = 15
export const TIMES = 255
/** Hops that are counted apart. */
export const HOPS = 1024

const PAGE = 2 ** 16
const MOST_BYTES = 2 ** 32 - PAGE

function sizes(users: number, friendships: number) {
  return {
    people: 16 * (users + 1),
    links: 16 * friendships,
    own: 4 * users,
    byNeighbour: 4 * friendships,
    hops: 8 * HOPS,
    totals: 8 * 4,
    path: 4 * (users + 2),
    tried: NEIGHBOURS,
    seats: (NEIGHBOURS + 1) * TIMES + 16,
  }
}

let compiled: WebAssembly.Module | undefined

/** Makes room for so many users and friendships, both sides counted; nothing if it does not fit. What is never used costs no memory. */
export function openKernel(users: number, friendships: number): Kernel | undefined {
  const wanted = sizes(users, friendships)
  let end = PAGE
  const at = {} as Record<keyof typeof wanted, number>
  for (const [name, bytes] of Object.entries(wanted) as [keyof typeof wanted, number][]) {
    at[name] = end
    end += Math.ceil(bytes / 64) * 64
  }
  if (end > MOST_BYTES) return undefined
  compiled ??= loadKernel('peers')
  const exports = new WebAssembly.Instance(compiled).exports as unknown as Exports
  try {
    exports.memory.grow(Math.ceil(end / PAGE) - 1)
  } catch {
    return undefined // more than this machine gives to one memory
  }
  return { ...exports, at }
}
