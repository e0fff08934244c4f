import type { Session } from '../../src/engines/session.js'
import { fresh } from '../../src/engines/sql.js'
import type { Log } from '../../src/log/log.js'
import { termsSql } from '../../src/log/terms-sql.js'

/** What k-anonymity in three ways leaves of a log, for comparison alone: none of them holds against somebody who can add users. A table (user, query, time). */
export type Anonymity = (log: Log, k: number, session: Session) => Promise<string>

const GAP = 1800

/** Rows with a number of the session that they belong to: half an hour without a query ends it. */
const inSessions = (
  log: Log,
) => `SELECT *, sum(starts) OVER (PARTITION BY person ORDER BY time, query) AS session FROM (
  SELECT person, query, time, CASE WHEN epoch(time) - epoch(lag(time) OVER (PARTITION BY person ORDER BY time, query)) < ${GAP} THEN 0 ELSE 1 END AS starts
  FROM ${log.table} WHERE query IS NOT NULL AND person IS NOT NULL)`

/** [Adar07] as [Santhi13] §2.2.1 tells it: sessions of random ids, without the queries of fewer than k people. */
export const byQueries: Anonymity = async (log, k, { engine }) => {
  const table = fresh('k_query')
  await engine.materialise(
    table,
    `SELECT md5(person || session) AS "user", query, time FROM (${inSessions(log)})
      SEMI JOIN (SELECT query FROM ${log.table} GROUP BY query HAVING count(DISTINCT person) >= ${k}) USING (query)`,
  )
  return table
}

/**
 * k sessions with the same words: from each session that is not one of k alike the word goes that fewest sessions have, until all are. The
 * source's way may add words too; this one does not.
 */
export const bySessions: Anonymity = async (log, k, { engine }) => {
  const [words, sizes, table] = [fresh('words'), fresh('sizes'), fresh('k_session')]
  await engine.materialise(
    words,
    `SELECT DISTINCT person || ' ' || session AS session, unnest(${termsSql('query')}) AS term, min(time) OVER (PARTITION BY person, session) AS time FROM (${inSessions(log)})`,
  )
  await engine.materialise(sizes, `SELECT term, count(*) AS n FROM ${words} GROUP BY term`)
  const all = await engine.all<{ session: string; terms: string[]; time: string }>(
    `SELECT session, list(term ORDER BY n DESC, term) AS terms, any_value(time)::VARCHAR AS time FROM ${words} JOIN ${sizes} USING (term) GROUP BY session`,
  )
  const left = all.map(({ terms, time }) => ({ terms: [...terms], time }))
  for (let alike = false; !alike; ) {
    const groups = new Map<string, number>()
    const keys = left.map(({ terms }) => [...terms].sort().join(' '))
    for (const key of keys) groups.set(key, (groups.get(key) ?? 0) + 1)
    alike = true
    for (const [i, { terms }] of left.entries()) {
      if (terms.length === 0 || groups.get(keys[i]!)! >= k) continue
      terms.pop()
      alike = false
    }
  }
  const kept = left.filter(({ terms }) => terms.length > 0)
  const texts = fresh('texts')
  await engine.append(
    texts,
    ['user', 'query', 'time'],
    [[kept.map((_, i) => String(i)), kept.map(({ terms }) => terms.join(' ')), kept.map(({ time }) => time)]],
  )
  await engine.view(table, `SELECT "user", query, time FROM ${texts}`)
  return table
}

/** Words cut to prefixes until each is part of k histories; a prefix ends in a star. One row for each person and word. */
export const byKeywords: Anonymity = async (log, k, { engine }) => {
  let words = fresh('tokens')
  await engine.materialise(
    words,
    `SELECT DISTINCT person, unnest(${termsSql('query')}) AS token FROM ${log.table} WHERE query IS NOT NULL AND person IS NOT NULL`,
  )
  const [longest] = await engine.all<{ n: number }>(`SELECT max(length(token)) AS n FROM ${words}`)
  // A star does not count: a prefix of so many letters is as long as a word of as many.
  const letters = "length(replace(token, '*', ''))"
  for (let length = Number(longest?.n ?? 0); length > 0; length--) {
    const next = fresh('tokens')
    await engine.materialise(
      next,
      `SELECT DISTINCT person, CASE WHEN people >= ${k} OR letters <> ${length} THEN token ELSE left(token, ${length - 1}) || '*' END AS token
        FROM (SELECT person, token, ${letters} AS letters, count(*) OVER (PARTITION BY token) AS people FROM ${words})`,
    )
    await engine.drop(words)
    words = next
  }
  const table = fresh('k_keyword')
  await engine.view(table, `SELECT person AS "user", token AS query, NULL AS time FROM ${words} WHERE token <> '*'`)
  return table
}
