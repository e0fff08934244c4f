import type { Engine } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { Rows } from '../release/data.js'
import type { KUsersPerNgram } from '../release/guarantee.js'
import { inOriginal } from './against.js'
import { type Check, count } from './check.js'
import type { ClaimCheck, Claimed, Persons } from './claim.js'
import { personsPerPair } from './k-users-per-query.js'

export const kUsersPerNgramClaim: ClaimCheck<KUsersPerNgram> = {
  onRelease: async (on, claim) => [
    ...(on.original === undefined ? await onData(on, claim) : await onOriginal(on, claim, on.original)),
    ...(await personsPerPair(on.engine, on.rows, claim.hostK, on.persons)),
    ...(await inOriginal(on, claim)),
  ],
  onForeign: async (on, claim) => [
    ...(await onData(on, claim)),
    ...(await personsPerPair(on.engine, on.rows, claim.hostK, on.persons)),
  ],
}

function onData({ engine, rows, persons }: Claimed, claim: KUsersPerNgram): Promise<Check[]> {
  return kUsersPerNgram(engine, rows, claim, persons)
}

async function onOriginal({ engine, rows }: Claimed, claim: KUsersPerNgram, original: Log): Promise<Check[]> {
  const table = fresh('original')
  await engine.run(
    `CREATE TABLE ${table} AS SELECT DISTINCT person AS pseudonym, query FROM ${original.table} WHERE query IS NOT NULL`,
  )
  return kUsersPerNgram(engine, rows, claim, 'exact', { table, columns: ['pseudonym', 'query'] })
}

/**
 * No shown query is too long, and each of its runs of words has k persons. Released rows alone can show that a run has k
 * persons, but not that it has not: its other users may have been withheld. So a shortfall there stays open, unless the
 * original is at hand.
 */
async function kUsersPerNgram(
  engine: Engine,
  rows: Rows,
  claim: KUsersPerNgram,
  persons: Persons,
  source: Rows = rows,
): Promise<Check[]> {
  const words = await wordLists(engine, rows.table)
  const [length] = await engine.all<{ n: number }>(
    `SELECT count(*) AS n FROM ${words} WHERE len(words) > ${claim.maxTerms} OR words[1] = ''`,
  )
  const long: Check = {
    name: 'words per query',
    holds: length?.n === 0,
    detail:
      length?.n === 0
        ? `no query has more than ${claim.maxTerms}`
        : `${count(length?.n ?? 0, 'text')} too long or without words`,
  }
  const sourceWords = source === rows ? words : await wordLists(engine, source.table)
  const person = persons === 'none' ? 's.rowid' : 's.pseudonym'
  const [longest] = await engine.all<{ n: number }>(`SELECT coalesce(max(len(words)), 0) AS n FROM ${words}`)
  const n = Math.min(claim.n, longest?.n ?? 0) // no run is longer than what is shown
  const used = `SELECT DISTINCT gram, person FROM (SELECT DISTINCT ${person} AS person, q FROM ${source.table} s JOIN ${sourceWords} USING (query)) JOIN (${grams(sourceWords, n)}) USING (q)`
  const [result] = await engine.all<{ rare: number; all: number }>(`
    WITH shown AS (SELECT DISTINCT gram FROM (${grams(words, n)})), persons AS (SELECT gram, count(*) AS n FROM (${used}) GROUP BY gram)
    SELECT count(*) AS "all", count(*) FILTER (coalesce(n, 0) < ${claim.k}) AS rare FROM shown LEFT JOIN persons USING (gram)`)
  const { rare = 0, all = 0 } = result ?? {}
  const complete = source !== rows
  const noun = persons === 'exact' ? 'persons' : persons === 'at-most' ? 'pseudonyms' : 'rows'
  const detail =
    rare === 0
      ? `each of ${all} runs of words has ${claim.k} ${noun} or more`
      : `${rare} of ${all} runs of words have fewer than ${claim.k} ${noun}${complete ? '' : ' among the released rows; --against LOG counts the withheld ones too'}`
  return [
    long,
    { name: `${noun} per run of words`, holds: rare === 0 ? true : complete ? false : null, detail, onClaim: true },
  ]
}

async function wordLists(engine: Engine, table: string): Promise<string> {
  const words = fresh('words')
  await engine.run(
    `CREATE TABLE ${words} AS SELECT query, row_number() OVER () AS q, regexp_extract_all(query, '[\\p{L}\\p{M}\\p{N}]+') AS words FROM (SELECT DISTINCT query FROM ${table} WHERE query IS NOT NULL)`,
  )
  return words // (query, q, words)
}

/** (q, gram): every run of at most n words of every text, each word followed by its successors. */
function grams(words: string, n: number): string {
  const run = (size: number) =>
    Array.from({ length: size }, (_, i) => (i === 0 ? 'word' : `lead(word, ${i}) OVER (PARTITION BY q ORDER BY i)`))
  const sizes = Array.from({ length: Math.max(1, n) }, (_, i) => run(i + 1).join(` || ' ' || `))
  return `SELECT DISTINCT q, gram FROM (
    SELECT q, unnest([${sizes.join(', ')}]) AS gram FROM (SELECT q, unnest(words) AS word, generate_subscripts(words, 1) AS i FROM ${words}))
    WHERE gram IS NOT NULL`
}
