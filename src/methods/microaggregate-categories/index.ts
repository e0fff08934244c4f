import { categoryQueries } from '../../cluster/aggregate/categories.js'
import { topicsOf } from '../../cluster/aggregate/topics.js'
import { categoryCounts } from '../../cluster/categories.js'
import { identicalMethod, identicalParams } from '../../cluster/identical-users.js'
import { loadHistories, microaggregate, type Way } from '../../cluster/microaggregation.js'
import { semanticData } from '../../cluster/semantic/data.js'
import { treeBuilder } from '../../cluster/semantic/tree.js'
import { byPhrases, byTerms } from '../../knowledge/classify.js'
import { openKnowledge } from '../../knowledge/knowledge.js'
import { defineMethod, SEEDS } from '../method.js'

const params = {
  ...identicalParams,
  categories: {
    type: 'whole',
    min: 1,
    max: 16,
    default: 5,
    help: 'categories that each term gives, the best first',
  },
  levels: { type: 'whole', min: 1, max: 20, default: 5, help: 'levels of the tree that count, from the top' },
} as const

/** k identical users, grouped by the categories that the terms of their queries have in common. */
export default defineMethod<typeof params>({
  name: 'microaggregate-categories',
  summary: 'make k users identical, grouped by the categories that their terms have in common',
  paper: {
    key: 'Erola13',
    title: 'Semantic microaggregation of search logs, section 5.4 (Erola, Castellà, Navarro, Torra 2010, 2011)',
  },
  params,
  ...identicalMethod,
  pace: 10,
  usual: [{ k: [5, 10, 30], seeds: SEEDS, use: 'histories' }],
  async run(log, { k, minUsers = k, l, knowledge: spec, categories, levels }, on) {
    on.say('reading histories')
    const histories = await loadHistories(log, on)
    const knowledge = await openKnowledge(spec, on.workspace.dir)
    const way: Way = {
      population: () => {
        const tree = treeBuilder(knowledge)
        const classify = byTerms(knowledge, categories)
        const ofQuery = histories.queries.map((query) => classify(query).map((category) => tree.of(category)))
        const data = semanticData(tree.build(), histories, (query) => ofQuery[query]!)
        return { kind: 'categories' as const, data: categoryCounts(data, levels) }
      },
      topics: topicsOf(histories.queries, knowledge, byPhrases(knowledge)),
      picks: (group, safe) => categoryQueries(histories, group, on.random).map((query) => safe.shown(query, on.random)),
      knowledge,
    }
    return microaggregate(log, histories, way, { k, minUsers, l, centroid: 'exact' }, on)
  },
})
