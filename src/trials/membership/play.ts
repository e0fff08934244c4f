import { columnsIn } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { leavingNothing } from '../tables.js'
import type { TrialContext } from '../trial.js'
import { coinsFor } from './coins.js'
import { noteBook } from './observe.js'
import { type Population, partOf } from './population.js'
import type { Sight } from './score.js'
import type { Targets } from './targets.js'

/** What the runs showed of each target, and of how many texts. */
export interface Played {
  readonly sights: readonly Sight[]
  readonly seen: number
}

/** Makes releases in which every person is there by a coin: one run serves all targets. */
export async function play(
  on: Pick<TrialContext, 'engine' | 'random' | 'log' | 'show' | 'signal' | 'say'>,
  population: Population,
  found: Targets,
  { runs, neighbours }: { readonly runs: number; readonly neighbours: 'add-remove' | 'replace' },
): Promise<Played> {
  const { engine, log } = on
  const columns = columnsIn(engine)
  const toss = coinsFor(on.random, population.all, neighbours)
  const notes = noteBook(engine, found, runs)
  const coins = found.targets.map(() => new Uint8Array(runs))
  for (let run = 0; run < runs; run++) {
    on.signal?.throwIfAborted()
    if (run % 8 === 0) on.say(`release ${run + 1} of ${runs} of half of the persons`)
    const there = toss()
    for (const [target, { person }] of found.targets.entries()) coins[target]![run] = there[person]!
    await leavingNothing(engine, async () => {
      const entering = fresh('entering')
      await columns.appendNumbers(entering, { number: numbersOf(there) })
      const table = await partOf(engine, population, `SEMI JOIN ${entering} USING (number)`)
      await notes.look(run, await on.show({ ...log, table }))
    })
  }
  return { sights: found.targets.map((_, target) => notes.sight(target, coins[target]!)), seen: notes.seen() }
}

function numbersOf(there: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(there.reduce((sum, coin) => sum + coin, 0))
  let n = 0
  for (const [person, coin] of there.entries()) if (coin === 1) numbers[n++] = person
  return numbers
}
