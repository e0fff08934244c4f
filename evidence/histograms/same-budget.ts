import { join } from 'node:path'
import { readPlan } from '../../src/plans/plan.js'
import { explain, release } from '../../src/run/release/index.js'

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
export async function sameBudget(log: string, dir: string): Promise<string> {
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
  return `## The same epsilon and delta

Queries released and rows of the log that they cover, by each method at a total of epsilon = ln 10, delta = 1e-6, adding or removing a person. *Even chance* is the number of persons at which an item comes out every other time (for set-union: if no item is at its cutoff). The last two are the regulators' rules: thresholds, which promise nothing against somebody who can add users to the log; what the same attacks find in them is on the page [rules](rules.md).

${table(await each(COUNTED), 'with counts')}

${table(await each(UNCOUNTED), 'without counts')}

${table(rules, 'rules')}
`
}

function table(lines: readonly Line[], head: string): string {
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)}%`
  const rows = lines.map(
    ({ label, evenAt, items, rows, of }) =>
      `| ${label} | ${evenAt} | ${items.toLocaleString('en')} | ${percent(items, of.queries)} | ${percent(rows, of.rows)} |`,
  )
  return `| ${head} | even chance | queries | of distinct queries | rows covered |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}`
}
