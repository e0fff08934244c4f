import type { History } from '../src/generate/generate.js'
import { resultHost } from '../src/generate/sites.js'
import { buildWorld, type World } from '../src/generate/world.js'
import { parametersOf } from '../src/generate/worlds.js'
import { splitter } from '../src/methods/sessions/interest/kernel.js'
import { plainRows } from '../src/methods/sessions/interest/plain-rows.js'
import { type Agreement, agreementOf, meanOf } from './interests/agreement.js'
import { kMeansOf } from './interests/k-means.js'
import { firstLike, type Query, vectorsOf } from './interests/vectors.js'
import { table } from './tokens/tables.js'
import { busyPeople } from './weaknesses/busy.js'

const WORLD = 'web-2'
/** Results of a query that count, as in [Adar07] §6, and fewer. */
const TOPS = [50, 10] as const
/** Least cosine of result lists that makes two queries one interest. */
const ALIKE = 0.2

/** Ways to find the interests in a history: a number for each of its distinct queries, which stand in the order in which they were first asked. */
type Way = (queries: readonly Query[], wanted: number) => readonly number[]

/** [Adar07] §6 and §7: the source's rule beside what it leaves to future work, judged by what the generator knows. */
export async function interests(quick: boolean): Promise<string> {
  const people = quick ? 30 : 300
  const world = buildWorld(parametersOf('heavy', { name: WORLD }))
  const rule = (of: (query: Query) => readonly number[]) => (queries: readonly Query[]) => ruleOf(queries, of)
  const ways: readonly (readonly [string, Way])[] = [
    ['every query an interest of its own', (queries) => queries.map((_, i) => i)],
    ['the rule, without results', rule(() => [])],
    ['the rule, with what the person clicked', rule(({ clicks }) => clicks)],
    ...TOPS.map((top) => [`the rule, with ${top} results`, rule(({ results }) => results.slice(0, top))] as const),
    ['results alike: cosine of TF-IDF, first match', (queries) => firstLike(vectorsOf(queries, 'results'), ALIKE)],
    ['k-means on terms, k of the rule with clicks', (queries) => kMeansOf(vectorsOf(queries, 'terms'), found(queries))],
    ['k-means on terms, k true', (queries, wanted) => kMeansOf(vectorsOf(queries, 'terms'), wanted)],
    ['k-means on terms and results, k true', (queries, wanted) => kMeansOf(vectorsOf(queries, 'both'), wanted)],
  ]
  const seen = ways.map((): Agreement[] => [])
  for (const { rows } of busyPeople(WORLD, people)) {
    const queries = distinct(rows, world)
    const truth = queries.map(({ interest }) => interest)
    const wanted = new Set(truth).size
    for (const [i, [, way]] of ways.entries()) seen[i]!.push(agreementOf(truth, way(queries, wanted)))
  }
  const rows = ways.map(([name], i) => [name, ...meanOf(seen[i]!)])
  return page(people, seen[0]!.reduce((sum, { true: n }) => sum + n, 0) / people, rows)
}

const found = (queries: readonly Query[]) => new Set(ruleOf(queries, ({ clicks }) => clicks)).size

const split = splitter({ levenshtein: 0.2, jaccard: 0.5 })

/** The product's own rule on one history. */
function ruleOf(queries: readonly Query[], results: (query: Query) => readonly number[]): readonly number[] {
  const bytes = plainRows(queries.map((query) => ({ text: query.text, results: results(query) })))
  const answers = split(bytes.length, (room) => room.set(bytes))
  const labels = queries.map(() => 0)
  for (let i = 0; i < answers.length; i += 2) labels[answers[i]!] = answers[i + 1]!
  return labels
}

/** The distinct queries of a history with what was clicked, what an engine lists, and the interest they were asked for first. */
function distinct(rows: History['rows'], world: World): Query[] {
  const hosts = new Map<string, number>()
  const number = (host: string) => {
    if (!hosts.has(host)) hosts.set(host, hosts.size + 1)
    return hosts.get(host)!
  }
  const queries = new Map<string, Query & { readonly clicks: number[] }>()
  const interestNumbers = new Map<string, number>()
  for (const { asked, host } of rows) {
    let query = queries.get(asked.text)
    if (query === undefined) {
      if (!interestNumbers.has(asked.interest)) interestNumbers.set(asked.interest, interestNumbers.size)
      const results = Array.from({ length: TOPS[0] }, (_, i) =>
        number(resultHost(world.lexicon, world.key, asked.text, i + 1)),
      )
      query = { text: asked.text, interest: interestNumbers.get(asked.interest)!, results, clicks: [] }
      queries.set(asked.text, query)
    }
    if (host !== '') query.clicks.push(number(host))
  }
  return [...queries.values()]
}

function page(people: number, interestsEach: number, rows: readonly (readonly (string | number)[])[]): string {
  return `# Which queries are one interest

[Adar07] takes histories apart by a rule (§6) and leaves k-means and finer likeness of results to future work (§7); it has no figures on either. Ours: the distinct queries of ${people} generated people with 100 to
300 clicked queries, world ${WORLD}, *simulated*. The generator knows for what interest each query was asked (a topic, a site, a place, a star, people of one's own), ${interestsEach.toFixed(0)} a person. Judged by what is usual for
sessions that people have labelled by hand: over pairs of queries of one person, how many that a way puts together belong together (precision), how many that belong together it puts together (recall), their harmonic
mean F, and the Jaccard and Rand indices. Means over people. Results are those of the generator's web, where queries that share a word share results: real engines are less alike.

${table(['', 'interests found', 'precision', 'recall', 'F', 'Jaccard', 'Rand'], rows)}
`
}
