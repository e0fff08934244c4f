import { jaccard, rand } from '../../cluster/compare.js'
import { firstCentres, kMeans } from '../../cluster/k-means.js'
import { seededRandom } from '../../random/seeded.js'
import { defineMeasure, type Measured } from '../measure.js'
import { figure, noHistories } from '../released.js'
import { loadUsers } from '../users.js'
import { count, index, named } from '../words.js'

const params = {
  clusters: { type: 'whole', min: 2, max: 10_000, default: 20, help: 'clusters of users; the source tries 2 to 500' },
  users: { type: 'whole', min: 2, max: 20_000, default: 1000, help: 'persons to take, at random' },
} as const

/** [Erola13] §5.3.2.4: do users fall into the same clusters before and after? Persons of whom nothing is shown are left out. */
export default defineMeasure<typeof params>({
  name: 'clusters',
  summary: 'whether k-means puts the same users together before and after (Jaccard and Rand index)',
  paper: { key: 'Erola13', title: 'Contributions to Privacy in Web Search Engines' },
  side: 'utility',
  params,
  fits: noHistories,
  async run(subject, { clusters, users: most }, on) {
    const users = await loadUsers(subject, most, on)
    const both = [...users.persons.keys()].filter((i) => users.inOriginal[i]! >= 0 && users.inReleased[i]! >= 0)
    if (both.length < 2) return { jaccard: 1, rand: 1, clusters: both.length, users: both.length }
    // The same persons to begin with, and the same chance: what differs is the log.
    const first = [...firstCentres(both.length, clusters, on.random)].map((i) => both[i]!)
    const seed = on.random.below(2 ** 31)
    const labels = (histories: typeof users.original, numbers: Int32Array) => {
      const centres = Uint32Array.from(first, (i) => numbers[i]!)
      const found = kMeans(histories, centres, seededRandom(seed))
      return both.map((i) => found[numbers[i]!]!)
    }
    const before = labels(users.original, users.inOriginal)
    const after = labels(users.released, users.inReleased)
    return {
      jaccard: figure(jaccard(before, after)),
      rand: figure(rand(before, after)),
      clusters: first.length,
      users: both.length,
    }
  },
  text: inWords,
})

function inWords({ jaccard: jaccardIndex, rand: randIndex, clusters, users }: Measured): string[] {
  return named([
    ['Jaccard index (1: the same clusters)', index(jaccardIndex)],
    ['Rand index', index(randIndex)],
    ['clusters', count(clusters)],
    ['persons', count(users)],
  ])
}
