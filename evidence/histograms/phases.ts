import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { release } from '../../src/run/release/index.js'
import { table } from '../micro/words.js'

/** [Santhi13] Table 1, ids without case; the whole field is the item. */
const TABLE_1 = [
  ['jstein', 'java'],
  ['carlu', 'c++'],
  ['bob', 'java'],
  ['smith', 'mobile'],
  ['smith', 'mobile'],
  ['jestin', 'laptop'],
  ['alice', 'dwdm'],
  ['carlu', 'laptop'],
] as const

interface Phase {
  readonly rows: number
  readonly persons: number
  readonly given: number
  readonly noisy: number | null
}

const TITLES = [
  'Figure 1: base histogram (rows)',
  'Figure 2: original histogram (people)',
  'Figure 3: after T',
  'Figure 4: with noise',
  "Figure 5: after T'",
  'Figure 6: published',
] as const

/** [Santhi13] Figures 1 to 6: the histogram at each phase, of the source's Table 1 and of a log. */
export async function phases(log: string, dir: string): Promise<{ text: string; files: Record<string, string> }> {
  const file = join(dir, 'table-1.tsv')
  writeFileSync(file, `user\tquery\n${TABLE_1.map((row) => row.join('\t')).join('\n')}\n`)
  const whole = await drawn(file, { m: 20, tau: 1, tauPrime: 0, lambda: 0, seed: 2, out: join(dir, 'whole') })
  const passed = await drawn(file, { m: 20, tau: 2, tauPrime: 1, lambda: 0.5, seed: 2, out: join(dir, 'table-1') })
  const small = whole.map((phase, i) => passed[i] ?? { ...phase, noisy: null })
  const large = await drawn(log, { m: 5, tau: 20, tauPrime: 60, lambda: 4.3, seed: 12, out: join(dir, 'phases') })
  const atThree = await drawn(file, { m: 20, tau: 3, tauPrime: 1, lambda: 0.5, seed: 2, out: join(dir, 'at-three') })
  const items = ['java', 'laptop', 'mobile', 'c++', 'dwdm']
  const text = `## [Santhi13] Figures 1 to 6

The pictures of the source are lost in the text we have, and no figure stands in its words. Drawn here from the private record of a release, for its Table 1 at T = 2, T' = 1 and for the largest items of a generated log: [figures](histograms/figures.md).
At T = 3, which the source chose, ${atThree.filter(({ noisy }) => noisy !== null).length} of its five items are left: no item of its Table 1 has three people, so its Figures 3 to 6 are of another log.

${table(
  ['item', 'rows', 'people', 'after T = 2', "with noise, and after T' = 1"],
  small.map(({ rows, persons, given, noisy }, i) => [
    items[i] ?? '',
    rows,
    persons,
    given >= 2 ? given : '',
    given < 2 ? '' : (noisy ?? 'dropped'),
  ]),
)}`
  const files = {
    'figures.md': `# [Santhi13] Figures 1 to 6, drawn

The source's Table 1: T = 2, T' = 1, discrete Laplace noise of scale 0.5 from seed 2.

${charts(small, items, 2)}
Twelve largest items of the generated log, by rank: at most 5 items a person, T = 20, T' = 60, noise of scale 4.3 from seed 12. Where a bar is missing the item was dropped.

${charts(
  large.slice(0, 12),
  large.slice(0, 12).map((_, i) => String(i + 1)),
  20,
)}`,
  }
  return { text, files }
}

async function drawn(
  log: string,
  { out, seed, ...params }: { out: string; seed: number } & Record<'m' | 'tau' | 'tauPrime' | 'lambda', number>,
): Promise<Phase[]> {
  await release([log], { plan: { steps: [{ method: 'zealous', params }], shows: {} }, out, seed })
  return JSON.parse(readFileSync(join(`${out}.private`, 'record.json'), 'utf8')).facts.phases.largest
}

function charts(phases: readonly Phase[], names: readonly string[], tau: number): string {
  const values: ((phase: Phase) => number)[] = [
    ({ rows }) => rows,
    ({ given }) => given,
    ({ given }) => (given >= tau ? given : 0),
    ({ given, noisy }) => (given >= tau ? Math.max(0, noisy ?? 0) : 0),
    ({ noisy }) => noisy ?? 0,
    ({ noisy }) => noisy ?? 0,
  ]
  return TITLES.map((title, i) => {
    const bars = phases.map((phase) => values[i]!(phase)).join(', ')
    return `\`\`\`mermaid\nxychart-beta\n  title "${title}"\n  x-axis [${names.map((name) => `"${name}"`).join(', ')}]\n  bar [${bars}]\n\`\`\`\n`
  }).join('\n')
}
