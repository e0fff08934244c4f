import type { Sql } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Paired } from '../privacy/exposure.js'

/**
 * What each person asked beside what is shown of them: for every person of `asked`, one after the other, how often each text was
 * asked and how often it is exposed. Both are SQL with the columns person and query.
 */
export async function* histories(engine: Sql, asked: string, exposed: string): AsyncGenerator<readonly Paired[]> {
  const persons = fresh('persons')
  await engine.materialise(
    persons,
    `SELECT person, row_number() OVER (ORDER BY person)::INTEGER AS id FROM (SELECT DISTINCT person FROM (${asked}))`,
  )
  const counts = (sql: string) =>
    `(SELECT id, query, count(*)::INTEGER AS n FROM (${sql}) JOIN ${persons} USING (person) GROUP BY ALL)`
  let current = -1
  let history: Paired[] = []
  for await (const [id, x, y] of engine.stream(
    `SELECT coalesce(o.id, r.id) AS id, coalesce(o.n, 0), coalesce(r.n, 0)
     FROM ${counts(asked)} o FULL JOIN ${counts(exposed)} r ON o.id = r.id AND o.query = r.query ORDER BY 1`,
  )) {
    for (let i = 0; i < (id?.length ?? 0); i++) {
      if (id?.[i] !== current) {
        if (history.length > 0) yield history
        history = []
        current = id?.[i] as number
      }
      history.push({ asked: x?.[i] as number, exposed: y?.[i] as number })
    }
  }
  if (history.length > 0) yield history
  await engine.drop(persons)
}
