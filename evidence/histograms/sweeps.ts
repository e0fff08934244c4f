import { join } from 'node:path'
import { explain, release } from '../../src/run/release/index.js'
import { table } from '../micro/words.js'

interface Numbers {
  readonly m: number
  readonly tau: number
  readonly tauPrime: number
  readonly lambda: number
}
/** Where nothing else is said. */
const USUAL: Numbers = { m: 5, tau: 10, tauPrime: 30, lambda: 10 / Math.LN10 }

/** [Santhi13] §5: different m, T and T' on one log. */
export async function sweeps(log: string, dir: string, quick: boolean): Promise<string> {
  const all: readonly (readonly [string, readonly Partial<Numbers>[]])[] = [
    ['m', [1, 2, 5, 20].map((m) => ({ m, lambda: (2 * m) / Math.LN10 }))],
    ['T', [1, 10, 30].map((tau) => ({ tau }))],
    ["T'", [15, 30, 60].map((tauPrime) => ({ tauPrime }))],
  ]
  const rows: (string | number)[][] = []
  for (const [name, settings] of all)
    for (const more of quick ? settings.slice(0, 2) : settings) {
      const numbers = { ...USUAL, ...more }
      const plan = { steps: [{ method: 'zealous', params: { ...numbers } }], shows: {} }
      const { guarantee } = await explain(plan)
      const out = join(dir, `sweep-${rows.length}`)
      const { kept, of } = await release([log], { plan, out, seed: 12, unpublished: true })
      const promised =
        guarantee.kind === 'dp' ? [guarantee.epsilon.toFixed(2), guarantee.delta.toExponential(0)] : ['none', '']
      rows.push([
        name,
        numbers.m,
        numbers.tau,
        numbers.tauPrime,
        numbers.lambda,
        kept.queries,
        `${((100 * kept.rows) / of.rows).toFixed(2)}%`,
        ...promised,
      ])
    }
  return `## Different m, T and T'

The source says that it chose different values and shows none. One of them changes at a time, the others are m = ${USUAL.m}, T = ${USUAL.tau}, T' = ${USUAL.tauPrime}, lambda = 2m/ln 10. The last columns tell what each promises, reckoned from its numbers (add or remove a person).

${table(['changes', 'm', 'T', "T'", 'lambda', 'queries', 'rows covered', 'epsilon', 'delta'], rows)}`
}
