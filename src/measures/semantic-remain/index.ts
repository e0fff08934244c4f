import { number, percent, table } from '../../base/format.js'
import type { Histories } from '../../cluster/histories.js'
import { byTerms, type Classify } from '../../knowledge/classify.js'
import { type Knowledge, openKnowledge } from '../../knowledge/knowledge.js'
import { defineMeasure, type Measured } from '../measure.js'
import { figure, noHistories } from '../released.js'
import { treeParam } from '../tree-param.js'
import { loadUsers } from '../users.js'

const params = {
  knowledge: treeParam,
  categories: { type: 'whole', min: 1, max: 16, default: 1, help: 'categories that each term gives' },
  levels: { type: 'whole', min: 1, max: 20, default: 5, help: 'levels of the tree, from the top' },
} as const

/** [Erola13] §5.4.4.1: which part of a person's categories is still there, level by level. Persons of whom nothing is shown keep nothing. */
export default defineMeasure<typeof params>({
  name: 'semantic-remain',
  summary: 'the share of the categories of what a person asked that remains, by level of the tree (SRP)',
  paper: { key: 'Erola13', title: 'Contributions to Privacy in Web Search Engines' },
  side: 'utility',
  params,
  fits: noHistories,
  async run(subject, { knowledge: spec, categories, levels }, on) {
    const users = await loadUsers(subject, Number.MAX_SAFE_INTEGER, on)
    const knowledge = await openKnowledge(spec, on.workspace.dir)
    const classify = byTerms(knowledge, categories)
    const [before, after] = [users.original, users.released].map((histories) =>
      onWays(histories, knowledge, classify),
    ) as [Ways, Ways]
    const sums = Array.from({ length: levels }, () => ({ share: 0, persons: 0 }))
    for (const [i, u] of users.inOriginal.entries()) {
      const [asked, shown] = [counted(before, u, levels), counted(after, users.inReleased[i]!, levels)]
      for (let level = 1; level <= levels; level++) {
        const [all, left] = [asked[level - 1]!, shown[level - 1]!]
        let [total, common] = [0, 0]
        for (const [category, n] of all) {
          total += n
          common += Math.min(n, left.get(category) ?? 0)
        }
        if (total === 0) continue
        const sum = sums[level - 1]!
        sum.share += common / total
        sum.persons++
      }
    }
    return {
      levels: sums.map(({ share, persons }) => figure(persons === 0 ? 0 : share / persons)),
      users: sums.map(({ persons }) => persons),
    }
  },
  text: inWords,
})

/** For each query the ways from the top down to its categories. */
interface Ways {
  readonly histories: Histories
  readonly of: (query: number) => readonly (readonly number[])[]
}

function onWays(histories: Histories, knowledge: Knowledge, classify: Classify): Ways {
  const known = new Map<number, readonly (readonly number[])[]>()
  return {
    histories,
    of(query) {
      let ways = known.get(query)
      if (ways === undefined) {
        ways = classify(histories.queries[query]!).map((category) => [...knowledge.ancestors(category)].reverse())
        known.set(query, ways)
      }
      return ways
    },
  }
}

/** How often each category occurs on each level in the history of a user; of nobody (-1) nothing does. */
function counted({ histories: { offsets, query }, of }: Ways, user: number, levels: number): Map<number, number>[] {
  const counts = Array.from({ length: levels }, () => new Map<number, number>())
  if (user < 0) return counts
  for (let row = offsets[user]!; row < offsets[user + 1]!; row++) {
    for (const way of of(query[row]!)) {
      for (let level = 0; level < Math.min(levels, way.length); level++) {
        const at = counts[level]!
        at.set(way[level]!, (at.get(way[level]!) ?? 0) + 1)
      }
    }
  }
  return counts
}

function inWords({ levels, users }: Measured): string[] {
  const persons = users as readonly number[]
  const rows = (levels as readonly number[]).map((level, i) => [String(i + 1), percent(level), number(persons[i] ?? 0)])
  return table([['level', 'remains', 'persons'], ...rows]).map((line) => `  ${line}`)
}
