import { arenaIn } from '../../base/kernel-arena.js'
import { type Global, newKernel } from '../../base/kernels.js'

/** What kernels/peers.ts exports. Addresses are in bytes. */
interface Exports {
  readonly memory: WebAssembly.Memory
  readonly refusals: Global
  seed(low: number, high: number): void
  setRecords(people: number, links: number): void
  setVector(least: number, most: number, repeats: number, seats: number): void
  /** Zeros for a vector as published. */
  setSeats(self: number, friend: number): void
  setAgain(again: number, savedAtMost: number): void
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

/** Where room begins: a kernel keeps its constants in its first page. */
const START = 2 ** 16

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

/** Makes room for so many users and friendships, both sides counted; nothing if it does not fit. What is never used costs no memory. */
export function openKernel(users: number, friendships: number): Kernel | undefined {
  const exports = newKernel<Exports>('peers')
  const arena = arenaIn(exports.memory, START)
  const wanted = Object.entries(sizes(users, friendships))
  try {
    const at = Object.fromEntries(wanted.map(([name, bytes]) => [name, arena.take(bytes)])) as Kernel['at']
    return { ...exports, at }
  } catch {
    return undefined // more than this machine gives to one memory
  }
}
