import { spreadText } from '../../engines/map-text.js'
import { byPhrases } from '../../knowledge/classify.js'
import { openKnowledge } from '../../knowledge/knowledge.js'
import type { AttackContext } from '../attack.js'

/** Finds the categories of all queries in some SQL, and gives what puts them in the place of queries there. */
export async function inCategories(
  spec: string,
  sources: readonly string[],
  { engine, workspace }: AttackContext,
): Promise<(sql: string) => string> {
  const classify = byPhrases(await openKnowledge(spec, workspace.dir))
  const queries = sources.map((sql) => `SELECT query FROM (${sql})`).join(' UNION ')
  const table = await spreadText(engine, `(${queries})`, 'query', (query) => [...new Set(classify(query))].map(String))
  return (sql) => `SELECT s.* EXCLUDE (query), c.mapped AS query FROM (${sql}) s JOIN ${table} c ON s.query = c.value`
}
