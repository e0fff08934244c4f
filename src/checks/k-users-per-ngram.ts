import type { Engine } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { KUsersPerNgram } from '../release/guarantee.js'
import { type Check, count } from './check.js'
import type { Rows } from './data.js'
import type { Persons } from './k-users-per-query.js'

/**
 * No shown query is too long, and each of its runs of words has k persons. Released rows alone can show that a run has k
 * persons, but not that it has not: its other users may have been withheld. So a shortfall there stays open, unless the
 * original is at hand.
 */
export async function kUsersPerNgram(
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
  const person = persons === 'none' ? 'rowid' : 'pseudonym'
  const used = `SELECT DISTINCT gram, person FROM (SELECT ${person} AS person, query FROM ${source.table}) JOIN (${grams(sourceWords, claim.n)}) USING (query)`
  const [result] = await engine.all<{ rare: number; all: number }>(`
    WITH shown AS (SELECT DISTINCT gram FROM (${grams(words, claim.n)})), persons AS (SELECT gram, count(*) AS n FROM (${used}) GROUP BY gram)
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
    `CREATE TABLE ${words} AS SELECT query, regexp_extract_all(query, '[\\p{L}\\p{M}\\p{N}]+') AS words FROM (SELECT DISTINCT query FROM ${table} WHERE query IS NOT NULL)`,
  )
  return words // (query, words)
}

function grams(words: string, n: number): string {
  return `SELECT DISTINCT query, array_to_string(words[start_at:start_at + size - 1], ' ') AS gram
    FROM (SELECT query, words, unnest(range(1, len(words) + 1)) AS start_at FROM ${words}), range(1, ${n + 1}) AS sizes(size)
    WHERE start_at + size - 1 <= len(words)`
}
