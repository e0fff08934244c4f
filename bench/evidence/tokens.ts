import { generateRows, type History } from '../../src/generate/generate.js'
import type { GenerateOptions } from '../../src/generate/options.js'
import { invert, invertInformed, type Pair, pairOf } from '../weaknesses/inversion.js'
import { breachTables } from './tokens/breaches.js'
import { defences, hashedWhere, references, sizes } from './tokens/defences.js'
import { expansions, initials, measures, prunings, updates } from './tokens/published.js'
import { cell, table } from './tokens/tables.js'
import { tagTable } from './tokens/tags.js'

/** Figures of real logs, by a plain prototype. */
const REAL = { same: '83% of 820', other: '44% of 708' }
const QUERIES = 195_000

/** One query for each result page. */
function pages(options: GenerateOptions): History[] {
  return [...generateRows(options)].map(({ person, rows }) => ({
    person,
    rows: rows.filter((row, i) => row.time !== rows[i - 1]?.time),
  }))
}

const texts = (log: readonly History[]) => log.flatMap(({ rows }) => rows.map((row) => row.asked.text.toLowerCase()))

/** How token hashing breaks: the source's figures beside ours. */
export async function tokens(quick: boolean): Promise<string> {
  const say = (step: string) => process.stderr.write(`${step}\n`)
  const n = quick ? 300 : 1000
  const heavy = pages({ users: quick ? 80 : 1300, seed: 3, profile: 'heavy' })
  const queries = quick ? 15_000 : QUERIES
  const small = smallPairs(heavy, queries)
  say('small logs')
  const large = largePair(quick ? 400 : 12_000)
  const size = large.hashes.times.reduce((sum, times) => sum + times, 0)
  say('large logs')
  const parts = [
    `# Token hashing, and how it breaks

Everything here is *simulated*: generated logs of world web-1. Made by \`npm run evidence -- tokens${quick ? ' --quick' : ''}\`. Accuracy is the share of matchable hashes
that were mapped right; a hash is matchable if its token is among the n most frequent of the reference. The source's figures are for Yahoo logs of 3 million queries
a side [Kumar07]; most of its tables are lost in the text we have.`,
    plainAndInformed(small, queries, n),
    `All tables of this part: two logs of different people, ${size.toLocaleString('en')} queries a side.`,
    initials(large, n),
    updates(large, n),
    measures(large, 10 * n),
    expansions(large, n, quick ? 4 * n : 16 * n, say),
    prunings(large, 2 * n),
  ]
  say('the published attack')
  parts.push(
    sizes(texts(heavy.filter((_, i) => i % 2 === 0)), texts(heavy.filter((_, i) => i % 2 === 1)), quick, n),
    references(small, quick, n),
    defences(heavy, quick, n),
  )
  say('defences')
  parts.push(await breachTables(quick), await tagTable(quick))
  return `${parts.join('\n\n')}\n`
}

interface Small {
  readonly same: Pair
  readonly other: Pair
}

/** Other weeks of the same people, and other people. */
function smallPairs(log: readonly History[], most: number): Small {
  const all = log.flatMap(({ rows }) => rows)
  const half = all.map(({ time }) => time).sort((a, b) => a - b)[all.length >> 1] ?? 0
  const text = (rows: typeof all) => rows.slice(0, most).map((row) => row.asked.text.toLowerCase())
  const side = (which: number) => hashedWhere(log, (_, i) => i % 2 === which).slice(0, most)
  return {
    same: pairOf(text(all.filter(({ time }) => time < half)), text(all.filter(({ time }) => time >= half))),
    other: pairOf(side(0), side(1)),
  }
}

function largePair(users: number): Pair {
  return pairOf(texts(pages({ users, seed: 1 })), texts(pages({ users, seed: 2 })))
}

function plainAndInformed({ same, other }: Small, queries: number, n: number): string {
  const row = (name: string, pair: Pair, real: string) => {
    const best = invertInformed(pair, n)
    const surest = best.byConfidence[2]!
    return [
      name,
      real,
      cell(invert(pair, n)),
      cell(best),
      cell(invertInformed(pair, n, { ordered: false })),
      cell(surest),
    ]
  }
  return `## Published and informed

n = ${n}, ${queries.toLocaleString('en')} queries a side, heavy users. *Published*: node-start, L1, score greedy. *Informed*: the default of \`lethe attack invert-tokens\`. The last column
is the surer half of its guesses by their margin.

${table(
  ['', 'real logs, published', 'published', 'informed', 'informed, order hidden', 'informed, surer half'],
  [row('other weeks of the same people', same, REAL.same), row('other people', other, REAL.other)],
)}`
}
