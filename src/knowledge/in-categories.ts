import { allBut } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { spreadText } from '../engines/map-text.js'
import { byPhrases } from './classify.js'
import { openKnowledge } from './knowledge.js'

/**
 * Finds the categories of all queries in some SQL, and gives what puts categories in the place of queries there. A query with
 * several categories counts for each; one with none for nothing.
 */
export async function inCategories(
  knowledge: string,
  sources: readonly string[],
  { engine, workspace }: { readonly engine: Sql; readonly workspace: { readonly dir: string } },
): Promise<(sql: string) => string> {
  const classify = byPhrases(await openKnowledge(knowledge, workspace.dir))
  const queries = sources.map((sql) => `SELECT query FROM (${sql})`).join(' UNION ')
  const table = await spreadText(engine, `(${queries})`, 'query', (query) => [...new Set(classify(query))].map(String))
  return (sql) =>
    `SELECT s.${allBut(['query'])}, c.mapped AS query FROM (${sql}) s JOIN ${table} c ON s.query = c.value`
}
