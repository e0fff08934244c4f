import { ln, longTail, offsetTail } from './arithmetic.js'
import { readList } from './lists.js'
import { hashText, mix, Stream } from './stream.js'
import { draw, type Weighted, weighted } from './weighted.js'

/** First and last names as frequent as in the census; who bears which together is chance, so nobody real is meant. */
export interface Names {
  readonly first: Weighted<{ readonly name: string; readonly sex: string }>
  readonly last: Weighted<string>
  /** Chance that a first name is one of those usual in the family, which follow from the key. */
  readonly families: number
  readonly key: number
}

let cached: Pick<Names, 'first' | 'last'> | undefined

export function names(): Pick<Names, 'first' | 'last'> {
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
  const first =
    from.families > 0 && chance.chance(from.families) ? usualIn(last, from, chance) : draw(from.first, chance)
  return `${first.name} ${last}`
}

/** One of a few first names that a family gives again and again. */
function usualIn(last: string, from: Names, chance: Stream) {
  return draw(from.first, family.open(mix(from.key, hashText(last)), longTail(chance, LN_USUAL)))
}

const family = new Stream(0)
const LN_USUAL = ln(12)

const STARS = 60_000

/** Somebody many people ask for: the same made-up stars for all searchers of a world. */
export function star(from: Names, worldKey: number, offset: number, chance: Stream): string {
  const rank = offsetTail(chance, offset, STARS)
  return fullName(from, scratch.open(mix(worldKey, 0x57a5), rank))
}

const scratch = new Stream(0)
