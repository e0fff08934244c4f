import { anyOf, each, extractAll, semiJoin, whereSmallest } from '../engines/dialect/index.js'
import { countOf, fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import { type Check, count } from './check.js'
import type { Claimed } from './claim.js'

/** Persons that are tried as the one behind a history; where its rarest word has more, only its words are looked for. */
const MOST_TRIED = 100

const WORDS = extractAll('query', '[\\p{L}\\p{M}\\p{N}]+')

/**
 * Every released history can be what was left of one person's: no word but those of somebody in the log, and no more rows than there. `whole`: each
 * pseudonym is said to be a whole person.
 */
export async function historiesOfTheLog({ engine, rows }: Claimed, log: Log, whole: boolean): Promise<Check> {
  const [shown, used, rarest] = [fresh('shown_words'), fresh('used_words'), fresh('rarest')]
  await engine.materialise(
    shown,
    `SELECT DISTINCT pseudonym, word FROM (
      SELECT pseudonym, ${each(WORDS)} AS word FROM (SELECT DISTINCT ${rows.columns.includes('pseudonym') ? 'pseudonym' : `'' AS pseudonym`}, query FROM ${rows.table} WHERE query IS NOT NULL))`,
  )
  await engine.materialise(
    used,
    `SELECT DISTINCT person, word FROM (
      SELECT person, ${each(WORDS)} AS word FROM (SELECT DISTINCT person, query FROM ${log.table} WHERE query IS NOT NULL))
    ${semiJoin(`(SELECT DISTINCT word FROM ${shown})`, 'USING (word)')}`,
  )
  await engine.materialise(
    rarest,
    `SELECT pseudonym, count(*) AS words, min(coalesce(n, 0)) AS persons, ${whereSmallest('word', 'coalesce(n, 0)')} AS word
    FROM ${shown} LEFT JOIN (SELECT word, count(*) AS n FROM ${used} GROUP BY word) USING (word) GROUP BY pseudonym`,
  )
  // Words only go from histories: where a pseudonym is a person, none has more of them than the log.
  const split = whole
    ? await countOf(
        engine,
        `(SELECT word, count(*) AS n FROM ${shown} GROUP BY word) s
        JOIN (SELECT word, count(*) AS n FROM ${used} GROUP BY word) u USING (word) WHERE s.n > u.n`,
      )
    : 0
  const [found] = await engine.all<{ histories: number; strange: number; more: boolean }>(`
    WITH fitting AS (
      SELECT r.pseudonym FROM ${rarest} r JOIN ${used} u ON r.word = u.word JOIN ${shown} s ON s.pseudonym = r.pseudonym
      JOIN ${used} v ON v.person = u.person AND v.word = s.word
      WHERE r.persons <= ${MOST_TRIED} GROUP BY r.pseudonym, u.person HAVING count(*) = ${anyOf('r.words')})
    SELECT (SELECT count(*) FROM ${rarest}) AS histories,
      (SELECT count(*) FROM ${rarest} WHERE persons = 0 ${rows.columns.includes('pseudonym') ? `OR (persons <= ${MOST_TRIED} AND pseudonym NOT IN (SELECT pseudonym FROM fitting))` : ''}) AS strange,
      (SELECT count(*) FROM ${rows.table} WHERE query IS NOT NULL) > (SELECT count(*) FROM ${log.table} WHERE query IS NOT NULL) AS more`)
  await engine.drop(shown, used, rarest)
  const { histories = 0, strange = 0, more = false } = found ?? {}
  return {
    name: 'histories come from the log',
    holds: strange === 0 && split === 0 && !more,
    detail: more
      ? 'there are more rows than the log has'
      : strange === 0 && split !== 0
        ? `${count(split, 'word')} of fewer persons in the log than there are pseudonyms`
        : strange === 0
          ? `each of ${count(histories, 'history', 'histories')} holds what somebody in the log asked`
          : `${count(strange, 'history', 'histories')} of ${histories} hold words that nobody in the log used together`,
  }
}
