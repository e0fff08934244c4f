import { offsetTail } from './arithmetic.js'
import { readList } from './lists.js'
import { mix, Stream } from './stream.js'
import { draw, type Weighted, weighted } from './weighted.js'

/** First and last names as frequent as in the census; who bears which together is chance, so nobody real is meant. */
export interface Names {
  readonly first: Weighted<{ readonly name: string; readonly sex: string }>
  readonly last: Weighted<string>
}

let cached: Names | undefined

export function names(): Names {
  if (cached === undefined) {
    const first = readList('first-names.tsv').map(([name, sex, weight]) => ({
      name: name!,
      sex: sex!,
      weight: Number(weight),
    }))
    const last = readList('surnames.tsv')
    cached = {
      first: weighted(first, (f) => (f as { weight: number } & typeof f).weight),
      last: weighted(
        last.map((line) => line[0]!),
        (_, i) => Number(last[i]?.[1] ?? 0.6),
      ),
    }
  }
  return cached
}

export function fullName(from: Names, chance: Stream, last = draw(from.last, chance)): string {
  return `${draw(from.first, chance).name} ${last}`
}

const STARS = 60_000

/** Somebody many people ask for: the same made-up stars for all searchers of a world. */
export function star(from: Names, worldKey: number, chance: Stream): string {
  const rank = offsetTail(chance, 40, STARS)
  return fullName(from, scratch.open(mix(worldKey, 0x57a5), rank))
}

const scratch = new Stream(0)
