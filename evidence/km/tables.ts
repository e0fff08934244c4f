import { COLUMNS, type Column } from '../../bench/km/kept.js'
import { type MadeUp, madeUpMarketing } from '../../bench/km/marketing.js'
import { BEHIND, LEVELS, TABLE_3, TABLE_5 } from '../../bench/km/paper.js'
import { correlation } from '../../src/measures/utilities/pearson.js'
import { type Entries, personsPerTerm } from '../../src/methods/km-deletion/histories.js'
import { TARGETS, type Target } from '../../src/methods/km-deletion/utility.js'
import { byTarget, type Level, OWN } from './levels.js'
import { frequencyOf, smallLog } from './log.js'

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
const short = (value: number) => value.toFixed(value < 20 ? 1 : 0)
const levelCells = (i: number) => [LEVELS[i]?.m ?? 0, LEVELS[i]?.k ?? 0]

/** [Burghardt] Table 3, and the one pair of which both come from a log. */
export function table3(entries: Entries, made: MadeUp): { readonly text: string; readonly users: number } {
  const { bid, clicks, impressions, known, clicked } = made
  const users = Float64Array.from(personsPerTerm(entries))
  const revenue = bid.map((value, t) => value * clicks[t]!)
  const frequency = frequencyOf(entries)
  const values: Readonly<Record<string, Float64Array>> = { frequency, users, bid, clicks, impressions, revenue }
  const rows = Object.entries(TABLE_3).map(([pair, theirs]) => {
    const [a = '', b = ''] = pair.split(', ')
    const { r, p, n } = pearson(values[a]!, values[b]!, /clicks|revenue/.test(pair) ? clicked : known)
    const significance = p < 0.01 ? `${p.toFixed(3)} *` : p.toFixed(3)
    return [pair, theirs.toFixed(3), r.toFixed(3), significance, n.toLocaleString('en')]
  })
  return {
    text: table(['', 'source', 'ours', 'significance', 'N'], rows),
    users: pearson(frequency, users, known).r,
  }
}

function pearson(a: Float64Array, b: Float64Array, some: Uint8Array) {
  let [n, sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0, 0]
  for (let t = 0; t < a.length; t++) {
    if (some[t] === 0) continue
    const [x, y] = [a[t]!, b[t]!]
    n++
    sa += x
    sb += y
    saa += x * x
    sbb += y * y
    sab += x * y
  }
  return correlation((n * sab - sa * sb) / Math.sqrt((n * saa - sa * sa) * (n * sbb - sb * sb)), n)
}

/** Source / ours / ours with the optimiser. */
export function table5(levels: readonly Level[]): string {
  const rows = levels.map((level, i) => [
    ...levelCells(i),
    ...COLUMNS.map((column, c) => {
      const own = level.optimised[column as Target]
      return `${TABLE_5[i]?.[c]} / ${short(level.best[column])}${own === undefined ? '' : ` / **${short(own)}**`}`
    }),
  ])
  return table(['m', 'k', ...COLUMNS], rows)
}

/** At how many levels each target function wins its own column. */
export function wins(levels: readonly Level[]): { readonly won: number; readonly of: number; readonly words: string } {
  const each = OWN.map((target) => {
    const won = levels.filter(({ winner }) => winner[target] === target).length
    const others = new Set(levels.map(({ winner }) => winner[target]).filter((winner) => winner !== target))
    return { won, words: `\`${target}\` ${won}${others.size > 0 ? ` (else ${[...others].join(', ')})` : ''}` }
  })
  return {
    won: each.reduce((sum, { won }) => sum + won, 0),
    of: OWN.length * levels.length,
    words: each.map(({ words }) => words).join(', '),
  }
}

/** Tables 6 and 7: source / ours. */
export function behindTable(columns: readonly Column[], levels: readonly Level[]): string {
  const rows = levels.map((level, i) => [
    ...levelCells(i),
    ...columns.flatMap((column) =>
      level.behind[column].map(
        (points, j) => `${BEHIND[column][i]?.[j]} / ${points.toFixed(column === 'terms' ? 2 : 0)}`,
      ),
    ),
  ])
  return table(['m', 'k', ...columns.flatMap((column) => [`${column} R`, 'W', 'fis'])], rows)
}

/** [Burghardt] Figures 1 and 2, on a part of the users: a curve for each target function. */
export async function figures(users: number): Promise<string> {
  const { entries } = smallLog(users)
  const marketing = madeUpMarketing(entries, frequencyOf(entries))
  const ks = LEVELS.filter(({ m }) => m === 3).map(({ k }) => k)
  const levels: Awaited<ReturnType<typeof byTarget>>[] = []
  for (const k of ks) levels.push(await byTarget(entries, marketing, { k, m: 3 }))
  const drawn = (title: string, column: Column) => {
    const lines = TARGETS.map((target) => `  line [${levels.map((by) => by[target][column].toFixed(1)).join(', ')}]`)
    const axis = `  x-axis "k" [${ks.map((k) => `"${k}"`).join(', ')}]`
    const rows = levels.map((by, i) => [ks[i]!, ...TARGETS.map((target) => short(by[target][column]))])
    return `## ${title}

${['```mermaid', 'xychart-beta', `  title "${title}"`, axis, ...lines, '```'].join('\n')}

In order: ${TARGETS.join('; ')}. In per cent:

${table(['k', ...TARGETS], rows)}
`
  }
  return `# [Burghardt] Figures 1 and 2

The pictures are lost in the text that we have; ours, for m = 3, on ${users.toLocaleString('en')} users, so that fewer share a term than in the tables.

${drawn('Figure 1: log size per target function', 'logsize')}
${drawn('Figure 2: estimated clicks per target function', 'clicks')}`
}
