import { judged } from '../release/experiment.js'
import { ITEMS } from '../release/guarantee.js'
import { phraseWordsOf } from '../release/phrases.js'
import type { Seen } from '../release/seen.js'
import type { Subject } from './measure.js'

export type ItemKind = (typeof ITEMS)[number]

/** What the items of a released histogram are; undefined for a release of rows. */
export function itemsOf({ manifest, rows }: Seen): ItemKind | undefined {
  if (!rows.columns.includes('item')) return undefined
  const claim = manifest && judged(manifest)
  if (claim?.kind === 'dp') return claim.items
  const named = manifest?.steps.at(-1)?.params.items
  return ITEMS.find((kind) => kind === named) ?? 'queries'
}

/** Words of the longest phrase, of a table of phrases. */
export function wordsOf({ manifest }: Seen): number {
  return phraseWordsOf(manifest && judged(manifest), manifest?.steps.at(-1)?.params)
}

/** Why nothing can be said of single persons, or undefined if it can. */
export function noHistories(subject: Subject): string | undefined {
  if (subject.original.unit === undefined) return 'the log has no persons'
  if (itemsOf(subject.released)) return 'a table of items has no persons'
  if (!subject.released.rows.columns.includes('query')) return 'the release has no queries'
  if (subject.truth === undefined)
    return 'it needs to know who became whom: make the release with --truth, or name it with --truth PATH'
  return undefined
}

/** The queries that a person asked, with repetitions, as SQL: (person, query). */
export function askedSql({ original }: Subject): string {
  return `SELECT person, query FROM ${original.table} WHERE person IS NOT NULL AND query IS NOT NULL`
}

/** The queries that a release shows of a person, with repetitions, as SQL: (person, query). For those who know the truth. */
export function exposedSql({ released, truth }: Subject): string {
  if (truth === undefined) throw new TypeError('the truth is not known')
  if (!truth.columns.includes('pseudonym')) {
    // Who asked a shared query is known by its tag.
    const texts = truth.columns.includes('query')
      ? truth.table
      : `${truth.table} JOIN (SELECT DISTINCT tag, query FROM ${released.rows.table}) s USING (tag)`
    return `SELECT person, query FROM ${texts} WHERE person IS NOT NULL AND query IS NOT NULL`
  }
  return `SELECT t.person, r.query FROM ${released.rows.table} r JOIN (SELECT DISTINCT person, pseudonym FROM ${truth.table}) t USING (pseudonym) WHERE r.query IS NOT NULL`
}

/** A figure of a result: six decimals, so that the order in which an engine adds up does not show. */
export function figure(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
