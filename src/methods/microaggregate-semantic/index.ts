import { representativeCategories } from '../../cluster/aggregate/semantic.js'
import { topicsOf } from '../../cluster/aggregate/topics.js'
import { centroidParam, identicalMethod, identicalParams } from '../../cluster/identical-users.js'
import { loadHistories, microaggregate, type Way } from '../../cluster/microaggregation.js'
import { semanticData } from '../../cluster/semantic/data.js'
import { byPhrases } from '../../knowledge/classify.js'
import { openKnowledge } from '../../knowledge/knowledge.js'
import { defineMethod, SEEDS } from '../method.js'

const params = {
  ...identicalParams,
  semantics: {
    type: 'choice',
    of: ['tree', 'none'],
    default: 'tree',
    help: 'compare queries by their categories in the tree, or as plain strings, equal or not',
  },
  centroid: centroidParam,
} as const

/** k identical users, grouped by what their queries mean; representatives are drawn from the whole log. */
export default defineMethod<typeof params>({
  name: 'microaggregate-semantic',
  summary: 'make k users identical, grouped by what their queries mean, with queries drawn from the whole log',
  paper: {
    key: 'Erola13',
    title: 'Semantic microaggregation optimization, section 5.5 (Batet, Erola, Sánchez, Castellà 2013)',
  },
  params,
  ...identicalMethod,
  pace: 10,
  usual: [{ k: [5, 10, 30], seeds: SEEDS, use: 'histories' }],
  async run(log, { k, minUsers = k, l, knowledge: spec, semantics, centroid }, on) {
    on.say('reading histories')
    const histories = await loadHistories(log, on)
    const knowledge = semantics === 'tree' ? await openKnowledge(spec, on.workspace.dir) : undefined
    const topics = topicsOf(histories.queries, knowledge, knowledge && byPhrases(knowledge))
    on.say('finding categories')
    for (let query = 0; query < histories.queries.length; query++) topics.of(query)
    const data = semanticData(topics.tree.build(), histories, topics.of)
    const way: Way = {
      population: () => ({ kind: 'semantic' as const, data }),
      topics,
      picks: (group, safe) =>
        representativeCategories(data, group, on.random).map((category) => safe.draw(category, on.random)),
      knowledge,
    }
    return microaggregate(log, histories, way, { k, minUsers, l, centroid }, on)
  },
})
