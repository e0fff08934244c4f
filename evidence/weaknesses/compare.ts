import { entriesOf } from '../../bench/km/term-log.js'
import { type Comparison, clickersOf, type Figure } from '../../src/generate/evidence.js'
import { generateRows, type History } from '../../src/generate/generate.js'
import type { GenerateOptions } from '../../src/generate/options.js'
import type { Row } from '../../src/generate/row.js'
import { solve } from '../../src/methods/km-deletion/solve.js'
import { utilityOf } from '../../src/methods/km-deletion/utility.js'
import { seededRandom } from '../../src/random/seeded.js'
import { terms } from '../../src/text/normalise.js'
import { invert, invertInformed, pairOf } from './inversion.js'
import { relink, type Session } from './relinking.js'

const DAY = 86_400
const HOUR = 3600
const QUERIES = 195_000
const TOKENS = 1000

/** Histories with one row for each result page that was clicked. */
function clickedPages(options: GenerateOptions): History[] {
  return [...generateRows(options)].map(({ person, rows }) => ({
    person,
    rows: rows.filter((row, i) => row.rank > 0 && row.time !== rows[i - 1]?.time),
  }))
}

export async function compareInversion(world: string): Promise<Comparison> {
  const log = clickedPages({ users: 1300, seed: 3, profile: 'heavy', world })
  const text = (rows: readonly Row[]) => rows.map((row) => row.asked.text).slice(0, QUERIES)
  const all = log.flatMap(({ rows }) => rows)
  const times = all.map(({ time }) => time).sort((a, b) => a - b)
  const half = times[times.length >> 1] ?? 0
  const same = pairOf(text(all.filter(({ time }) => time < half)), text(all.filter(({ time }) => time >= half)))
  const some = log.filter((_, i) => i % 2 === 0).flatMap(({ rows }) => rows)
  const rest = log.filter((_, i) => i % 2 === 1).flatMap(({ rows }) => rows)
  const other = pairOf(text(some), text(rest))
  const figures: Figure[] = []
  for (const [who, pair, real] of [
    ['other weeks of the same people', same, { matchable: 820, published: 83, informed: 95.4 }],
    ['other people', other, { matchable: 708, published: 44, informed: 86.8 }],
  ] as const) {
    const published = await invert(pair, TOKENS)
    const informed = await invertInformed(pair, TOKENS)
    figures.push(
      { figure: `${who}: matchable`, real: [real.matchable], ours: [published.matchable] },
      { figure: `${who}: published`, real: [real.published], ours: [100 * published.accuracy], unit: '%' },
      { figure: `${who}: informed`, real: [real.informed], ours: [100 * informed.accuracy], unit: '%' },
    )
  }
  return {
    title: 'Inversion of token hashes',
    note: 'n = 1,000 tokens, 195,000 queries a side, heavy users. Published: node-start and score greedy. Informed: the default of `lethe attack invert-tokens`.',
    figures,
  }
}

/** Splits every history where `cut` says so. */
function split(log: readonly History[], cut: (before: Row, after: Row) => boolean): Session[] {
  return log.flatMap(({ person, rows }) => {
    const sessions: { person: number; terms: string[] }[] = []
    rows.forEach((row, i) => {
      const before = rows[i - 1]
      if (before === undefined || cut(before, row)) sessions.push({ person: person.user, terms: [] })
      sessions.at(-1)?.terms.push(...terms(row.asked.text))
    })
    return sessions
  })
}

/** Figures of the real sample in both ways of counting. */
const REAL = {
  daily: {
    sessions: 20_029,
    others: [13.7, 15.6, 20.7, 29.2],
    counted: [19, 21.4, 31.4, 41.4],
    components: [7.5, 8],
    cut: (a: Row, b: Row) => Math.floor(a.time / DAY) !== Math.floor(b.time / DAY),
  },
  gap: {
    sessions: 29_957,
    others: [18.6, 20.7, 23.6, 31.7],
    counted: [24, 26.9, 33.5, 43],
    components: [11.2, 11.9],
    cut: (a: Row, b: Row) => b.time - a.time > HOUR,
  },
} as const

export async function compareRelinking(world: string): Promise<Comparison> {
  const log = clickedPages({ users: 1017, seed: 1, ...clickersOf(world) })
  const figures: Figure[] = []
  for (const [name, { sessions, others, counted, components, cut }] of Object.entries(REAL)) {
    const found = await relink(split(log, cut))
    const percent = (shares: readonly number[]) => shares.map((share) => 100 * share)
    figures.push(
      { figure: `${name}: sessions`, real: [sessions], ours: [found.sessions] },
      { figure: `${name}: others only`, real: others, ours: percent(found.selectivity), unit: '%' },
      { figure: `${name}: with the asked session`, real: counted, ours: percent(found.counted), unit: '%' },
      { figure: `${name}: components a person`, real: [components[0]], ours: [found.components] },
    )
  }
  return {
    title: 'Relinking the sessions of 1,017 users',
    note: 'Answers of the same person among the best 100, over sessions with any number of responses, at most 1000, 100, 10. *Others only*: the asked session is no answer, and sessions that nobody else answers are left out. *With the asked session*: it is one, and a right one.',
    figures,
  }
}

export async function comparePairs(world: string): Promise<Comparison> {
  const log = clickedPages({ users: 1017, seed: 1, ...clickersOf(world) })
  const entries = entriesOf(log.map(({ rows }) => rows.map((row) => row.asked.text)))
  const occurrences = (kept?: Uint8Array) => entries.count.reduce((sum, n, e) => sum + n * (kept?.[e] ?? 1), 0)
  const left = async (k: number) => {
    const how = { k, m: 2, random: seededRandom(1) }
    const utility = utilityOf(entries, 'logsize', how)
    const { plain } = await solve(entries, [0, entries.term.length], utility, {
      ...how,
      target: 'logsize',
      budget: 1e8,
      by: { threads: 1 },
    })
    return (100 * occurrences(plain)) / occurrences()
  }
  return {
    title: 'Deletion until every pair of terms has k users',
    note: 'Share of term occurrences left of 1,017 users, plain greedy.',
    figures: [
      { figure: '(2,2)', real: [25.5], ours: [await left(2)], unit: '%' },
      { figure: '(5,2)', real: [19.2], ours: [await left(5)], unit: '%' },
    ],
  }
}
