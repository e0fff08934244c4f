import { mapText } from '../../../engines/map-text.js'
import { fresh } from '../../../engines/sql.js'
import { byPhrases } from '../../../knowledge/classify.js'
import { openKnowledge } from '../../../knowledge/knowledge.js'
import type { Log } from '../../../log/log.js'
import type { Context } from '../../method.js'

/**
 * What the phrases of each distinct query are about: a table (query, numbers). One step up from the best category of a phrase, so that
 * one country stands for its neighbour.
 */
export async function categoriesOf(spec: string, log: Log, on: Context): Promise<{ table: string; knowledge: string }> {
  const knowledge = await openKnowledge(spec, on.workspace.dir)
  on.say('looking up categories')
  const classify = byPhrases(knowledge)
  const above = (query: string) =>
    [...new Set(classify(query).map((category) => knowledge.ancestors(category)[1] ?? category))].join(' ')
  const mapped = await mapText(on.engine, log.table, 'query', above)
  const categories = fresh('categories')
  await on.engine.materialise(categories, `SELECT value AS query, mapped AS numbers FROM ${mapped}`)
  await on.engine.drop(mapped)
  return { table: categories, knowledge: `${knowledge.name} ${knowledge.version}` }
}
