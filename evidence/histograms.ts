import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeLog } from '../src/generate/index.js'
import { readPlan } from '../src/plans/plan.js'
import { explain, release } from '../src/run/release/index.js'

const EPSILON = Math.log(10)
const DELTA = 1e-6
const PER_USER = [1, 5, 20] as const
const COUNTED = ['zealous', 'gaussian-threshold', 'korolova'] as const
const UNCOUNTED = ['optimal-selection', 'set-union'] as const

interface Line {
  readonly label: string
  readonly evenAt: string
  readonly items: number
  readonly rows: number
  readonly of: { readonly rows: number; readonly queries: number }
}

/** Items released and rows covered by each method at the same total (epsilon, delta), and by the regulators' rules on the same log. */
export async function histograms(quick: boolean): Promise<string> {
  const users = quick ? 1000 : 20_000
  const dir = mkdtempSync(join(tmpdir(), 'lethe-histograms-'))
  try {
    const log = join(dir, 'log.tsv')
    await writeLog({ users, seed: 12 }, { out: log })
    let made = 0
    const figures = async (label: string, plan: Parameters<typeof explain>[0]): Promise<Line> => {
      const { derived } = await explain(plan)
      const out = join(dir, `release-${++made}`)
      const { kept, of } = await release([log], { plan, out, seed: 12 })
      return { label, evenAt: String(derived.evenChanceAt ?? ''), items: kept.queries, rows: kept.rows, of }
    }
    const each = async (methods: readonly string[]) => {
      const lines: Line[] = []
      for (const perUser of PER_USER)
        for (const method of methods)
          lines.push(
            await figures(`${method}, ${perUser} a person`, {
              steps: [{ method, params: { epsilon: EPSILON, delta: DELTA, perUser } }],
              shows: {},
            }),
          )
      return lines
    }
    const rules: Line[] = []
    for (const profile of ['google-eu', 'ec-draft-2026']) rules.push(await figures(profile, await readPlan(profile)))
    return `# Histograms at the same epsilon and delta

Queries released and rows of the log that they cover, by each method at a total of epsilon = ln 10, delta = 1e-6, adding or removing a person. Everything
here is *simulated*: ${users.toLocaleString('en')} people of world web-1, seed 12, noise from the same seed. Made by \`npm run evidence -- histograms${quick ? ' --quick' : ''}\`.
*Even chance* is the number of persons at which an item comes out every other time (for set-union: if no item is at its cutoff).

## Items with counts

${table(await each(COUNTED))}

## Items without counts

${table(await each(UNCOUNTED))}

## The regulators' rules on the same log

Thresholds: they promise nothing against somebody who can add users to the log. What the same attacks find in them, beside these methods, is on the page
\`rules\`.

${table(rules)}
`
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function table(lines: readonly Line[]): string {
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)}%`
  const rows = lines.map(
    ({ label, evenAt, items, rows, of }) =>
      `| ${label} | ${evenAt} | ${items.toLocaleString('en')} | ${percent(items, of.queries)} | ${percent(rows, of.rows)} |`,
  )
  return `| | even chance | queries | of distinct queries | rows covered |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}`
}
