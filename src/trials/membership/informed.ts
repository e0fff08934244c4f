import type { Engine } from '../../engines/engine.js'
import { name } from '../../engines/sql.js'
import type { Rows } from '../../release/data.js'
import { leavingNothing } from '../tables.js'
import type { Shown, TrialContext } from '../trial.js'
import { interval } from './limits.js'
import { type Population, partOf } from './population.js'
import type { Informed } from './result.js'

/**
 * The attacker who knows all other rows, against a plan without chance: whose rows are in the log can be told by making the release without them. The
 * share of drawn persons whose removal changes it.
 */
export async function informed(
  on: Pick<TrialContext, 'engine' | 'log' | 'show' | 'signal' | 'say'>,
  population: Population,
  drawn: readonly number[],
): Promise<Informed> {
  const digest = (where: string) =>
    leavingNothing(on.engine, async () => {
      const table = await partOf(on.engine, population, `WHERE number < ${population.real} AND ${where}`)
      const shown = await on.show({ ...on.log, table })
      return shown.chance ? undefined : await digestOf(on.engine, shown)
    })
  const whole = await digest('true')
  const none = { persons: 0, changed: 0, share: null, interval: null }
  if (whole === undefined)
    return { ...none, reason: 'not applicable: the plan draws chance, so that no release can be made again' }
  let changed = 0
  for (const [i, person] of drawn.entries()) {
    on.signal?.throwIfAborted()
    if (i % 8 === 0) on.say(`release ${i + 1} of ${drawn.length} without one person`)
    if ((await digest(`number <> ${person}`)) !== whole) changed++
  }
  const persons = drawn.length
  return { persons, changed, share: changed / persons, interval: interval(changed, persons, 0.05) }
}

/** All that is shown as one text, whatever the order of rows and the names that pseudonyms were given. */
async function digestOf(engine: Engine, { tables }: Shown): Promise<string> {
  const digests: string[] = []
  for (const { table, columns } of tables) {
    const [sum] = await engine.all<{ digest: string }>(
      `SELECT count(*) || ' ' || coalesce(sum(row), 0) AS digest FROM (${groupsSql({ table, columns })})`,
    )
    digests.push(sum?.digest ?? '')
  }
  return digests.join(' | ')
}

function groupsSql({ table, columns }: Rows): string {
  const shown = columns.filter((column) => column !== 'pseudonym').map(name)
  const row = `hash(${['0', ...shown].join(', ')})::HUGEINT`
  return columns.includes('pseudonym')
    ? `SELECT hash(sum(${row}))::HUGEINT AS row FROM ${table} GROUP BY pseudonym`
    : `SELECT ${row} AS row FROM ${table}`
}
