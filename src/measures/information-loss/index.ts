import { partitionDistance } from '../../cluster/compare.js'
import { bestNumber, cut, hierarchy } from '../../cluster/hierarchy.js'
import { byPhrases } from '../../knowledge/classify.js'
import { openKnowledge } from '../../knowledge/knowledge.js'
import { defineMeasure, type Measured } from '../measure.js'
import { figure, noHistories } from '../released.js'
import { treeParam } from '../tree-param.js'
import { loadUsers } from '../users.js'
import { count, named, perCent } from '../words.js'
import { distances, kept } from './distances.js'

const params = {
  knowledge: treeParam,
  clusters: {
    type: 'whole',
    min: 2,
    max: 100_000,
    optional: true,
    help: 'clusters of users; without it the number that suits the original best (Calinski-Harabasz)',
  },
  users: { type: 'whole', min: 2, max: 20_000, default: 1000, help: 'persons to take, at random' },
} as const

/** Beyond so many clusters a partition of users says little. */
const MOST_CLUSTERS = 200

/** [Erola13] §5.5.2.1: users are clustered by meaning before and after; the loss is the distance of the two partitions. */
export default defineMeasure<typeof params>({
  name: 'information-loss',
  summary: 'how far the semantic clusters of users move, in per cent (IL)',
  paper: { key: 'Erola13', title: 'Contributions to Privacy in Web Search Engines' },
  side: 'utility',
  quick: true,
  params,
  fits: noHistories,
  async run(subject, { knowledge: spec, clusters, users: most }, on) {
    const users = await loadUsers(subject, most, on)
    const knowledge = await openKnowledge(spec, on.workspace.dir)
    const classify = kept(byPhrases(knowledge))
    const size = users.persons.length
    const before = await distances(users.original, users.inOriginal, knowledge, classify)
    const after = await distances(users.released, users.inReleased, knowledge, classify)
    const merges = hierarchy(before)
    const number = Math.min(clusters ?? bestNumber(before, merges, Math.min(MOST_CLUSTERS, size - 1)), size)
    const loss = partitionDistance(cut(size, merges, number), cut(size, hierarchy(after), number))
    return { mean: figure(100 * loss), clusters: number, users: size }
  },
  text: inWords,
})

function inWords({ mean, clusters, users }: Measured): string[] {
  return named([
    ['loss', perCent(mean)],
    ['clusters', count(clusters)],
    ['persons', count(users)],
  ])
}
