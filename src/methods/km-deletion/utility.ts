import { fail } from '../../base/errors.js'
import type { Random } from '../../random/random.js'
import { frequentCombinations } from './fis.js'
import { arrange, type Entries, personsPerTerm } from './histories.js'

export const TARGETS = ['random', 'fis', 'logsize', 'users', 'bid', 'clicks', 'impressions', 'revenue'] as const
export type Target = (typeof TARGETS)[number]

/** What advertisers pay and expect, by term code; 0 for terms without a row. */
export interface Marketing {
  readonly bid: Float64Array
  readonly clicks: Float64Array
  readonly impressions: Float64Array
}

/** What a target function asks for. */
export interface Utility {
  /** Place of each term by the target function, the most useful first; equals in random order. */
  readonly rank: Uint32Array
  /** Terms that at least k persons have: all others go whatever the target is, and stand last. */
  readonly frequent: number
  /** What one occurrence of a term is worth to whoever adds up what is left. */
  readonly worth: Float64Array
  /** What a person of whom anything is left is worth, whatever it is. */
  readonly perPerson: number
}

/** [Burghardt] §4.1, §4.4: computed once, from the log as it came. */
export function utilityOf(
  entries: Entries,
  target: Target,
  { k, m, marketing, random }: { k: number; m: number; marketing?: Marketing | undefined; random: Random },
): Utility {
  const { terms } = entries
  const frequency = new Float64Array(terms)
  for (let e = 0; e < entries.term.length; e++) frequency[entries.term[e]!]! += entries.count[e]!
  const persons = personsPerTerm(entries)
  const worth = worthOf(target, terms, marketing)
  const ties = Uint32Array.from({ length: terms }, () => random.uint32())
  const often = Uint8Array.from(persons, (count) => Number(count >= k))
  const frequent = often.reduce((n, yes) => n + yes, 0)
  const rank = ranks(terms, [...targetKeys(), ties], often)
  return { rank, frequent, worth, perPerson: target === 'users' ? entries.term.length + 1 : 0 }

  function targetKeys(): readonly ArrayLike<number>[] {
    if (target === 'random') return []
    if (target === 'logsize') return [frequency]
    if (target === 'users') return [persons]
    // [Burghardt] §4.1: weighted by the frequency of the term.
    if (target !== 'fis') return [worth.map((value, t) => value * frequency[t]!)]
    // Counting goes fastest by frequency. On a tie at size m, sizes below decide one after the other.
    const place = ranks(terms, [frequency], often)
    return frequentCombinations(arrange(entries, place, frequent), k, m)
      .slice(1)
      .reverse()
      .map((counts) => Float64Array.from(place, (at) => counts[at] ?? 0))
  }
}

/** The place of each term: highest first key first; on a tie the next key decides. Terms not among `some` stand last. */
export function ranks(terms: number, keys: readonly ArrayLike<number>[], some?: Uint8Array): Uint32Array {
  const all = Uint32Array.from({ length: terms }, (_, t) => t)
  const order = all
    .filter((t) => some?.[t] !== 0)
    .sort((a, b) => {
      for (const key of keys) if (key[a] !== key[b]) return key[b]! - key[a]!
      return a - b
    })
  const rank = new Uint32Array(terms)
  for (const [i, t] of order.entries()) rank[t] = i
  let last = order.length
  for (let t = 0; t < terms; t++) if (some?.[t] === 0) rank[t] = last++
  return rank
}

function worthOf(target: Target, terms: number, marketing: Marketing | undefined): Float64Array {
  if (target === 'bid' || target === 'clicks' || target === 'impressions' || target === 'revenue') {
    if (marketing === undefined)
      fail(
        'usage',
        `--target ${target} needs to know what terms are worth`,
        'Give a table with --marketing FILE: term, bid, clicks, impressions, with tabs.',
      )
    if (target !== 'revenue') return marketing[target]
    return marketing.clicks.map((clicks, t) => clicks * marketing.bid[t]!)
  }
  return new Float64Array(terms).fill(1)
}
