import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { termsSql } from '../../log/terms-sql.js'
import type { Seen } from '../../release/seen.js'
import type { AttackContext } from '../attack.js'
import type { Way } from './targets.js'

/** Candidates for each guess: of most pairs nobody knows beforehand how many persons have them. */
const DRAWN = 6

/**
 * Where a release hides combinations of terms, a guess is a pair of them: one that a single person has anywhere in the history, against one that nobody
 * has. Accounts ask both terms together; a pair is seen if a history of the release has both.
 */
export function pairs(log: Log, on: AttackContext): Way {
  const { engine, random } = on
  return {
    async guesses(most) {
      const seed = random.uint32()
      const [drawn, terms] = [fresh('drawn'), fresh('terms')]
      await engine.materialise(
        drawn,
        `SELECT words[1] AS a, words[len(words)] AS b, row_number() OVER (ORDER BY place) AS nth FROM (
          SELECT ${termsSql('query')} AS words, md5(query || '${seed}') AS place FROM (SELECT DISTINCT query FROM ${log.table} WHERE query IS NOT NULL)
          ORDER BY place LIMIT ${DRAWN * most}) WHERE len(words) > 1 AND words[1] <> words[len(words)]`,
      )
      await engine.materialise(terms, termsOf(`SELECT person AS whose, query FROM ${log.table}`, drawn))
      const text = `a || ' ' || b`
      const [alone, none] = [drawn, `(SELECT a, lead(b) OVER (ORDER BY nth) AS b, nth FROM ${drawn})`].map(
        (from, i) => `SELECT ${text} AS text FROM (SELECT DISTINCT a, b FROM ${from} WHERE a <> b) p
          WHERE ${i === 0 ? '1' : '0'} = (SELECT count(*) FROM ${terms} x JOIN ${terms} y USING (whose) WHERE x.term = p.a AND y.term = p.b)
          ORDER BY md5(text || '${seed}') LIMIT ${most}`,
      )
      const read = async (sql = '') => (await engine.all<{ text: string }>(sql)).map((row) => row.text)
      const found = { asked: await read(alone), unasked: await read(none) }
      await engine.drop(drawn, terms)
      return found
    },
    async shown(texts, { rows: { table, columns } }: Seen) {
      const [guessed, terms] = [fresh('guessed'), fresh('terms')]
      await engine.append(guessed, ['text'], [[[...texts]]])
      const asPairs = `(SELECT text, split_part(text, ' ', 1) AS a, split_part(text, ' ', 2) AS b FROM ${guessed})`
      const whose = columns.includes('pseudonym') ? 'pseudonym' : 'row_number() OVER ()'
      await engine.materialise(terms, termsOf(`SELECT ${whose} AS whose, query FROM ${table}`, asPairs))
      const found = await engine.all<{ text: string }>(
        `SELECT DISTINCT text FROM ${asPairs} p JOIN ${terms} x ON x.term = p.a JOIN ${terms} y ON y.term = p.b AND y.whose = x.whose`,
      )
      await engine.drop(guessed, terms)
      return new Set(found.map(({ text }) => text))
    },
  }
}

/** (whose, term), of the terms that stand in pairs. */
function termsOf(histories: string, pairsOf: string): string {
  return `SELECT DISTINCT whose, term FROM (
      SELECT whose, unnest(${termsSql('query')}) AS term FROM (SELECT DISTINCT whose, query FROM (${histories}) WHERE whose IS NOT NULL AND query IS NOT NULL))
    SEMI JOIN (SELECT a AS term FROM ${pairsOf} UNION ALL SELECT b FROM ${pairsOf}) t USING (term)`
}
