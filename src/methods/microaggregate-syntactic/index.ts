import { syntacticQueries } from '../../cluster/aggregate/syntactic.js'
import { topicsOf } from '../../cluster/aggregate/topics.js'
import { centroidParam, identicalMethod, identicalParams } from '../../cluster/identical-users.js'
import { loadHistories, microaggregate, type Way } from '../../cluster/microaggregation.js'
import { syntacticData } from '../../cluster/syntactic/data.js'
import { byPhrases } from '../../knowledge/classify.js'
import { openKnowledge } from '../../knowledge/knowledge.js'
import { defineMethod } from '../method.js'

const params = { ...identicalParams, centroid: centroidParam } as const

/** k identical users, grouped by the letters of what they asked, and by when and where they clicked. */
export default defineMethod<typeof params>({
  name: 'microaggregate-syntactic',
  summary: 'make k users identical, grouped by the spelling of their queries, by time, rank and host',
  paper: {
    key: 'Erola13',
    title: 'Microaggregation of search logs, section 5.3 (Navarro, Torra, Erola, Castellà 2012)',
  },
  params,
  ...identicalMethod,
  pace: 10,
  usual: [{ k: [5, 10, 30], use: 'histories' }],
  async run(log, { k, minUsers = k, l, knowledge: spec, centroid }, on) {
    on.say('reading histories')
    const histories = await loadHistories(log, on)
    const knowledge = await openKnowledge(spec, on.workspace.dir)
    const way: Way = {
      population: () => ({ kind: 'syntactic' as const, data: syntacticData(histories) }),
      topics: topicsOf(histories.queries, knowledge, byPhrases(knowledge)),
      picks: (group, safe) =>
        syntacticQueries(histories, group, on.random).map((query) => safe.shown(query, on.random)),
      knowledge,
    }
    return microaggregate(log, histories, way, { k, minUsers, l, centroid }, on)
  },
})
