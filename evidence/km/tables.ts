import { COLUMNS, type Column } from '../../bench/km/kept.js'
import type { MadeUp } from '../../bench/km/marketing.js'
import { BEHIND, LEVELS, TABLE_3, TABLE_5 } from '../../bench/km/paper.js'
import { correlation } from '../../src/measures/utilities/pearson.js'
import { type Entries, personsPerTerm } from '../../src/methods/km-deletion/histories.js'
import { TARGETS, type Target } from '../../src/methods/km-deletion/utility.js'
import { behind, best, type Level } from './levels.js'

/** Column by target function: each of these is meant to win its own. */
const OWN: readonly Target[] = ['logsize', 'users', 'bid', 'clicks', 'impressions', 'revenue']

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
export const short = (value: number) => value.toFixed(value < 20 ? 1 : 0)
const levelCells = (i: number) => [LEVELS[i]?.m ?? 0, LEVELS[i]?.k ?? 0]

export function table3(entries: Entries, frequency: Float64Array, made: MadeUp): string {
  const { bid, clicks, impressions, known, clicked } = made
  const users = Float64Array.from(personsPerTerm(entries))
  const revenue = bid.map((value, t) => value * clicks[t]!)
  const values: Readonly<Record<string, Float64Array>> = { frequency, users, bid, clicks, impressions, revenue }
  const rows = Object.entries(TABLE_3).map(([pair, theirs]) => {
    const [a = '', b = ''] = pair.split(', ')
    const { r, p, n } = pearson(values[a]!, values[b]!, /clicks|revenue/.test(pair) ? clicked : known)
    return [
      pair,
      theirs.toFixed(3),
      r.toFixed(3),
      p < 0.01 ? `${p.toFixed(3)} *` : p.toFixed(3),
      n.toLocaleString('en'),
    ]
  })
  return table(['', 'source', 'ours', 'significance', 'N'], rows)
}

/** [Burghardt] Table 3, the one pair of which both come from a log. */
export function frequencyAndUsers(entries: Entries, frequency: Float64Array, { known }: MadeUp): number {
  return pearson(frequency, Float64Array.from(personsPerTerm(entries)), known).r
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

export function table5(levels: readonly Level[]): string {
  const rows = levels.map((level, i) => [
    ...levelCells(i),
    ...COLUMNS.map((column, c) => `${TABLE_5[i]?.[c]} / ${short(best(level, column).value)}`),
  ])
  return table(['m', 'k', ...COLUMNS], rows)
}

/** At how many levels each target function wins its own column; within a tenth of a point is a tie. */
export function wins(levels: readonly Level[]): { readonly won: number; readonly of: number; readonly words: string } {
  const each = OWN.map((target) => {
    const mine = (level: Level) => level[target][target as Column] >= best(level, target as Column).value - 0.1
    const others = new Set(levels.filter((level) => !mine(level)).map((level) => best(level, target as Column).target))
    const won = levels.filter(mine).length
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
      behind(level, column).map(
        (points, j) => `${BEHIND[column][i]?.[j]} / ${points.toFixed(column === 'terms' ? 2 : 0)}`,
      ),
    ),
  ])
  return table(['m', 'k', ...columns.flatMap((column) => [`${column} R`, 'W', 'fis'])], rows)
}

/** A curve for each target function, for m = 3, as Figures 1 and 2 have them. */
export function figure(title: string, column: Column, levels: readonly Level[]): string {
  const places = [...levels.keys()].filter((i) => LEVELS[i]?.m === 3)
  const lines = TARGETS.map(
    (target) => `  line [${places.map((i) => levels[i]![target][column].toFixed(1)).join(', ')}]`,
  )
  const axis = `  x-axis "k" [${places.map((i) => `"${LEVELS[i]?.k}"`).join(', ')}]`
  const rows = places.map((i) => [LEVELS[i]?.k ?? 0, ...TARGETS.map((target) => short(levels[i]![target][column]))])
  return `## ${title}

${['```mermaid', 'xychart-beta', `  title "${title}"`, axis, ...lines, '```'].join('\n')}

In order: ${TARGETS.join('; ')}. In per cent:

${table(['k', ...TARGETS], rows)}
`
}
