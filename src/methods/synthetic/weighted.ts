import type { Random } from '../../random/random.js'

/** Draws a place in proportion to its weight, each in constant time, by Walker's method of aliases. */
export class Weighted {
  private readonly keep: Float64Array
  private readonly other: Uint32Array

  constructor(weights: readonly number[]) {
    const { length } = weights
    const sum = weights.reduce((all, weight) => all + weight, 0)
    if (!(sum > 0)) throw new RangeError('weights must be positive')
    this.keep = new Float64Array(length).fill(1)
    this.other = new Uint32Array(length)
    const scaled = weights.map((weight) => (weight / sum) * length)
    const small: number[] = []
    const large: number[] = []
    for (const [place, weight] of scaled.entries()) (weight < 1 ? small : large).push(place)
    while (small.length > 0 && large.length > 0) {
      const [less, more] = [small.pop()!, large.at(-1)!]
      this.keep[less] = scaled[less]!
      this.other[less] = more
      scaled[more]! -= 1 - scaled[less]!
      if (scaled[more]! < 1) small.push(large.pop()!)
    }
  }

  draw(random: Random): number {
    const at = random.unit() * this.keep.length
    const place = Math.floor(at)
    return at - place < this.keep[place]! ? place : this.other[place]!
  }
}

/** Some of a list, in proportion to weights. */
export interface Choice {
  readonly of: Uint32Array
  readonly by: Weighted
}

export function pick({ of, by }: Choice, random: Random): number {
  return of[by.draw(random)]!
}
