import type { Stream } from './stream.js'

/** Things with weights, drawn by binary search over running sums. */
export interface Weighted<T> {
  readonly items: readonly T[]
  readonly sums: Float64Array
}

export function weighted<T>(items: readonly T[], weight: (item: T, index: number) => number): Weighted<T> {
  const sums = new Float64Array(items.length)
  let sum = 0
  for (let i = 0; i < items.length; i++) {
    sum += weight(items[i] as T, i)
    sums[i] = sum
  }
  return { items, sums }
}

export function drawIndex(from: Weighted<unknown>, chance: Stream): number {
  const { sums } = from
  const at = chance.unit() * sums[sums.length - 1]!
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (sums[middle]! > at) high = middle
    else low = middle + 1
  }
  return low
}

export function draw<T>(from: Weighted<T>, chance: Stream): T {
  return from.items[drawIndex(from, chance)] as T
}
