import { siftDown, sortKeys } from './sort'

/** Results of a session that are kept [Adar07] section 6.1. */
export const TOP: i32 = 100

/** The best of what was offered, as keys: a similarity, and of equals the first document. The worst is on top of a heap. */
export const best = memory.data(100 * 8, 16)
export let found: i32 = 0

export function clearBest(): void {
  found = 0
}

/** What a newcomer must reach; 0 while there is room. */
// @ts-ignore: decorator
@inline
export function bar(): f32 {
  return found < TOP ? 0 : reinterpret<f32>(<u32>(load<u64>(best) >> 32))
}

// @ts-ignore: decorator
@inline
export function offer(similarity: f32, doc: i32): void {
  const key = ((<u64>reinterpret<u32>(similarity)) << 32) | <u64>(u32.MAX_VALUE - <u32>doc)
  if (found < TOP) {
    store<u64>(best + (<usize>(found++) << 3), key)
    if (found === TOP) for (let i = (TOP >> 1) - 1; i >= 0; i--) siftDown(best, i, TOP, false)
  } else if (key > load<u64>(best)) {
    store<u64>(best, key)
    siftDown(best, 0, TOP, false)
  }
}

/** The best first. */
export function sortBest(): void {
  sortKeys(best, found)
  for (let i = 0, j = found - 1; i < j; i++, j--) {
    const key = load<u64>(best + (<usize>i << 3))
    store<u64>(best + (<usize>i << 3), load<u64>(best + (<usize>j << 3)))
    store<u64>(best + (<usize>j << 3), key)
  }
}
