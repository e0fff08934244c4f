import { each, eachPlaced, extractAll, joined, lengthOf, listOf, rowNumber } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { Rows } from '../release/data.js'
import type { KUsersPerNgram } from '../release/guarantee.js'
import { inOriginal } from './against.js'
import { type Check, count, number } from './check.js'
import type { ClaimCheck, Claimed } from './claim.js'
import { kUsersPerPhrase } from './k-users-per-phrase.js'
import { personsPerPair } from './k-users-per-query.js'
import { COUNT_IN_THE_LOG, enough, NOUN, toKnow } from './persons.js'

export const kUsersPerNgramClaim: ClaimCheck<KUsersPerNgram> = {
  onRelease: async (on, claim) => {
    if (claim.items === 'phrases') return kUsersPerPhrase(on, claim)
    if (!on.rows.columns.includes('query')) return [SEALED]
    const counted = await inOriginal(on, claim)
    const settled = counted.length > 0
    return [
      ...(on.original && settled ? await inTheLog(on, claim, on.original) : await onData(on, claim)),
      ...(await personsPerPair(on, claim.hostK, settled)),
      ...counted,
    ]
  },
  onForeign: async (on, claim) => [
    ...(await onData(on, claim)),
    await wordsAlone(on),
    ...(await personsPerPair(on, claim.hostK, false)),
  ],
}

/** In data of others something may stand between words: signs, blanks and what nobody sees can spell as much as words do. */
async function wordsAlone({ engine, rows }: Claimed): Promise<Check> {
  const [found] = await engine.all<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT DISTINCT query FROM ${rows.table} WHERE query IS NOT NULL) WHERE query <> ${joined(extractAll('query', WORD), ' ')}`,
  )
  return {
    name: 'texts',
    holds: found?.n === 0 ? true : null,
    detail:
      found?.n === 0
        ? 'words and the blanks between them'
        : `${count(found?.n ?? 0, 'text')} with more than words, of which the claim says nothing`,
  }
}

/** A word is a run of signs that can be read. */
const WORD = '[\\p{L}\\p{M}\\p{N}\\p{So}\\p{Co}]+'

const SEALED: Check = {
  name: 'words',
  holds: null,
  detail: 'texts are hidden behind tags, so that nobody can tell their words',
  onClaim: true,
}

/** Runs of words that are shown, and how many of them have too few persons. */
interface Runs {
  readonly all: number
  readonly rare: number
  readonly lengths: Check
}

/**
 * Released rows alone can show that a run has k persons, but not that it has not: its other users may have been withheld. So a shortfall
 * stays open.
 */
async function onData(on: Claimed, claim: KUsersPerNgram): Promise<Check[]> {
  const { engine, rows, persons } = on
  const { all, rare, lengths } = await runsOf(
    engine,
    rows,
    claim,
    persons.by === 'row' ? rowNumber('s') : 's.pseudonym',
  )
  const noun = `${NOUN[persons.by]}s`
  const name = `${noun} per run of words`
  if (rare > 0)
    return [
      lengths,
      {
        name,
        holds: null,
        detail: `${number(rare)} of ${number(all)} runs of words have fewer than ${claim.k} ${noun} among the released rows; others may have been withheld`,
        onClaim: true,
        toShow: COUNT_IN_THE_LOG,
      },
    ]
  if (all === 0) return [lengths, { name, holds: true, detail: 'nothing is shown', onClaim: true }]
  const detail = `each of ${number(all)} runs of words has ${claim.k} ${noun} or more`
  return [lengths, enough(persons, { name, detail }, toKnow(persons, true))]
}

/** Each run of words that is shown was used by k persons of the log. */
async function inTheLog({ engine, rows }: Claimed, claim: KUsersPerNgram, original: Log): Promise<Check[]> {
  const table = fresh('original')
  await engine.materialise(
    table,
    `SELECT DISTINCT person AS pseudonym, query FROM ${original.table} WHERE query IS NOT NULL`,
  )
  const source = { table, columns: ['pseudonym', 'query'] }
  const { all, rare, lengths } = await runsOf(engine, rows, claim, 's.pseudonym', source)
  return [
    lengths,
    {
      name: 'persons in the log per run of words',
      holds: rare === 0,
      detail:
        rare === 0
          ? `each of ${number(all)} runs of words has ${claim.k} persons or more in the log`
          : `${number(rare)} of ${number(all)} runs of words have fewer than ${claim.k} persons in the log`,
      onClaim: true,
    },
  ]
}

/** Counts who used each shown run of at most n words, in the source. */
async function runsOf(
  engine: Sql,
  rows: Rows,
  claim: KUsersPerNgram,
  person: string,
  source: Rows = rows,
): Promise<Runs> {
  const words = await wordLists(engine, rows.table)
  const [length] = await engine.all<{ long: number; wordless: number }>(
    `SELECT count(*) FILTER (WHERE ${lengthOf('words')} > ${claim.maxTerms}) AS long, count(*) FILTER (WHERE ${lengthOf('words')} = 0) AS wordless FROM ${words}`,
  )
  const { long = 0, wordless = 0 } = length ?? {}
  // Of a text without words the claim says nothing, which must not pass for a promise about it.
  const lengths: Check = {
    name: 'words per query',
    holds: long > 0 ? false : wordless > 0 ? null : true,
    detail:
      long > 0
        ? `${count(long, 'query', 'queries')} with more than ${claim.maxTerms}`
        : wordless > 0
          ? `${count(wordless, 'text')} without words, of which the claim says nothing`
          : `no query has more than ${claim.maxTerms}`,
  }
  const sourceWords = source === rows ? words : await wordLists(engine, source.table)
  const [longest] = await engine.all<{ n: number }>(`SELECT coalesce(max(${lengthOf('words')}), 0) AS n FROM ${words}`)
  const n = Math.min(claim.n, longest?.n ?? 0) // no run is longer than what is shown
  const used = `SELECT DISTINCT gram, person FROM (SELECT DISTINCT ${person} AS person, q FROM ${source.table} s JOIN ${sourceWords} USING (query)) JOIN (${grams(sourceWords, n)}) USING (q)`
  const [result] = await engine.all<{ rare: number; all: number }>(`
    WITH shown AS (SELECT DISTINCT gram FROM (${grams(words, n)})), persons AS (SELECT gram, count(*) AS n FROM (${used}) GROUP BY gram)
    SELECT count(*) AS "all", count(*) FILTER (WHERE coalesce(n, 0) < ${claim.k}) AS rare FROM shown LEFT JOIN persons USING (gram)`)
  return { all: result?.all ?? 0, rare: result?.rare ?? 0, lengths }
}

async function wordLists(engine: Sql, table: string): Promise<string> {
  const words = fresh('words')
  await engine.materialise(
    words,
    `SELECT query, row_number() OVER () AS q, ${extractAll('query', WORD)} AS words FROM (SELECT DISTINCT query FROM ${table} WHERE query IS NOT NULL)`,
  )
  return words // (query, q, words)
}

/** (q, gram): every run of at most n words of every text, each word followed by its successors. */
function grams(words: string, n: number): string {
  const run = (size: number) =>
    Array.from({ length: size }, (_, i) => (i === 0 ? 'word' : `lead(word, ${i}) OVER (PARTITION BY q ORDER BY i)`))
  const sizes = Array.from({ length: Math.max(1, n) }, (_, i) => run(i + 1).join(` || ' ' || `))
  return `SELECT DISTINCT q, gram FROM (
    SELECT q, ${each(listOf(sizes))} AS gram FROM (SELECT q, ${eachPlaced('words', 'word', 'i')} FROM ${words}))
    WHERE gram IS NOT NULL`
}
