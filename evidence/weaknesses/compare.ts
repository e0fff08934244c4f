import { entriesOf } from '../../bench/km/term-log.js'
import { CLICKERS, type Comparison } from '../../src/generate/evidence.js'
import { generateRows, type History } from '../../src/generate/generate.js'
import type { GenerateOptions } from '../../src/generate/options.js'
import type { Row } from '../../src/generate/row.js'
import { solve } from '../../src/methods/km-deletion/solve.js'
import { utilityOf } from '../../src/methods/km-deletion/utility.js'
import { seededRandom } from '../../src/random/seeded.js'
import { terms } from '../../src/text/normalise.js'
import { invert, pairOf } from './inversion.js'
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

const percent = (share: number) => (100 * share).toFixed(1)

export async function compareInversion(): Promise<Comparison> {
  const log = clickedPages({ users: 1300, seed: 3, profile: 'heavy' })
  const text = (rows: readonly Row[]) => rows.map((row) => row.asked.text).slice(0, QUERIES)
  const all = log.flatMap(({ rows }) => rows)
  const times = all.map(({ time }) => time).sort((a, b) => a - b)
  const half = times[times.length >> 1] ?? 0
  const same = await invert(
    pairOf(text(all.filter(({ time }) => time < half)), text(all.filter(({ time }) => time >= half))),
    TOKENS,
  )
  const some = log.filter((_, i) => i % 2 === 0).flatMap(({ rows }) => rows)
  const rest = log.filter((_, i) => i % 2 === 1).flatMap(({ rows }) => rows)
  const other = await invert(pairOf(text(some), text(rest)), TOKENS)
  return {
    title: 'Inversion of token hashes',
    note: 'n = 1,000 tokens, 195,000 queries a side, node-start and score greedy, heavy users.',
    figures: [
      {
        figure: 'other weeks of the same people',
        real: '83% of 820',
        simulated: `${percent(same.accuracy)}% of ${same.matchable}`,
      },
      { figure: 'other people', real: '44% of 708', simulated: `${percent(other.accuracy)}% of ${other.matchable}` },
    ],
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

export function compareRelinking(): Comparison {
  const log = clickedPages({ users: 1017, seed: 1, world: CLICKERS })
  const daily = relink(split(log, (a, b) => Math.floor(a.time / DAY) !== Math.floor(b.time / DAY)))
  const gap = relink(split(log, (a, b) => b.time - a.time > HOUR))
  const show = (r: typeof daily) =>
    `${r.sessions.toLocaleString('en-US')}: ${r.selectivity.map(percent).join(', ')}%; ${r.components.toFixed(1)}`
  return {
    title: 'Relinking the sessions of 1,017 users',
    note: 'Sessions: selectivity (any, at most 1000, 100, 10 results); components a person.',
    figures: [
      { figure: 'daily', real: '20,029: 19.0, 21.4, 31.4, 41.4%; 8.0', simulated: show(daily) },
      { figure: 'hour gap', real: '29,957: 24.0, 26.9, 33.5, 43.0%; 11.9', simulated: show(gap) },
    ],
  }
}

export async function comparePairs(): Promise<Comparison> {
  const entries = entriesOf(
    clickedPages({ users: 1017, seed: 1, world: CLICKERS }).map(({ rows }) => rows.map((row) => row.asked.text)),
  )
  const occurrences = (kept?: Uint8Array) => entries.count.reduce((sum, n, e) => sum + n * (kept?.[e] ?? 1), 0)
  const left = async (k: number) => {
    const how = { k, m: 2, random: seededRandom(1) }
    const utility = utilityOf(entries, 'logsize', how)
    const { plain, kept } = await solve(entries, [0, entries.term.length], utility, {
      ...how,
      target: 'logsize',
      budget: 1e8,
      by: { threads: 1 },
    })
    return `${percent(occurrences(plain) / occurrences())}%; ${percent(occurrences(kept) / occurrences())}%`
  }
  return {
    title: 'Deletion until every pair of terms has k users',
    note: 'Share of term occurrences left of 1,017 users, plain greedy; ours also with the optimiser of km-deletion.',
    figures: [
      { figure: '(2,2)', real: '25.5%', simulated: await left(2) },
      { figure: '(5,2)', real: '19.2%', simulated: await left(5) },
    ],
  }
}
