import type { Text } from '../base/params.js'
import type { Engine } from '../engines/engine.js'
import { spreadText } from '../engines/map-text.js'
import { byPhrases } from '../knowledge/classify.js'
import { openKnowledge } from '../knowledge/knowledge.js'

/** The parameter of measures that can also be taken of categories. */
export const KNOWLEDGE = {
  type: 'text',
  is: 'KNOWLEDGE',
  help: 'a knowledge base (wordnet, odp:PATH, table:PATH): the measure is also taken of categories in place of queries',
} as const satisfies Text

/**
 * Finds the categories of all queries in some SQL, and gives what puts categories in the place of queries there. A query with
 * several categories counts for each; one with none for nothing.
 */
export async function withCategories(
  engine: Engine,
  spec: string,
  workspace: string,
  sources: readonly string[],
): Promise<(sql: string) => string> {
  const classify = byPhrases(await openKnowledge(spec, workspace))
  const queries = sources.map((sql) => `SELECT query FROM (${sql})`).join(' UNION ')
  const table = await spreadText(engine, `(${queries})`, 'query', (query) => [...new Set(classify(query))].map(String))
  return (sql) => `SELECT s.* EXCLUDE (query), c.mapped AS query FROM (${sql}) s JOIN ${table} c ON s.query = c.value`
}
