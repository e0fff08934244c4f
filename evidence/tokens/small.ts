import { generateRows, type History } from '../../src/generate/generate.js'
import { invert, invertInformed, type Pair, pairOf } from '../weaknesses/inversion.js'
import { cell, table } from './tables.js'

/** Figures of real logs, by a plain prototype. */
const REAL = { same: '83% of 820', other: '44% of 708' }

/**
 * Heavy users, one query for each result page with a click. (With all pages, the first 195,000 queries would be those of 218 people a side instead of
 * 570: what they repeat would make up most of the vocabulary.)
 */
export function heavyLog(users: number): History[] {
  return [...generateRows({ users, seed: 3, profile: 'heavy' })].map(({ person, rows }) => ({
    person,
    rows: rows.filter((row, i) => row.rank > 0 && row.time !== rows[i - 1]?.time),
  }))
}

/** The queries of every second person. */
export function everySecond(log: readonly History[], which: number): string[] {
  return log.filter((_, i) => i % 2 === which).flatMap(({ rows }) => rows.map((row) => row.asked.text.toLowerCase()))
}

/** Other weeks of the same people, and other people: published and informed. */
export async function small(log: readonly History[], queries: number, n: number): Promise<string> {
  const all = log.flatMap(({ rows }) => rows)
  const half = all.map(({ time }) => time).sort((a, b) => a - b)[all.length >> 1] ?? 0
  const text = (rows: typeof all) => rows.slice(0, queries).map((row) => row.asked.text.toLowerCase())
  const same = pairOf(text(all.filter(({ time }) => time < half)), text(all.filter(({ time }) => time >= half)))
  const other = pairOf(everySecond(log, 0).slice(0, queries), everySecond(log, 1).slice(0, queries))
  const row = async (name: string, pair: Pair, real: string) => {
    const best = await invertInformed(pair, n)
    return [
      name,
      real,
      cell(await invert(pair, n)),
      cell(best),
      cell(await invertInformed(pair, n, { ordered: false })),
      cell(best.byConfidence[2]!),
    ]
  }
  return `## Published and informed

n = ${n}, ${queries.toLocaleString('en')} queries a side, heavy users. The last column is the surer half of the guesses by their margin.

${table(
  ['', 'real logs, published', 'published', 'informed', 'informed, order hidden', 'informed, surer half'],
  [await row('other weeks of the same people', same, REAL.same), await row('other people', other, REAL.other)],
)}`
}
