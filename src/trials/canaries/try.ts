import type { Guarantee } from '../../release/guarantee.js'
import type { CanariesContext } from './context.js'
import { writeCopy } from './copy.js'
import { lookFor, searchMade } from './look.js'
import { plant } from './plant.js'
import type { Numbers } from './planter.js'
import type { CanariesResult } from './result.js'
import { score } from './score.js'

/** Without a promise there is no k; five persons are then what "few" is measured by. */
const FEW = 5

/** Plants made-up secrets in a private copy of a log, has releases of it made, and searches all that comes out for them. */
export async function tryCanaries(on: CanariesContext): Promise<CanariesResult> {
  const planting = plant(on.random, await numbers(on))
  const copy = await writeCopy(on, planting)
  on.say('making releases of the planted copy')
  const made = await on.release(copy)
  on.say('searching')
  const { search, guesses } = lookFor(planting)
  const findings = (await Promise.all(made.map((one) => searchMade(on.engine, one, search)))).flat()
  return { ...score(on, planting, findings), guesses, copy: { rows: copy.rows, of: copy.of } }
}

async function numbers({ engine, log, guarantee, mostPersons }: CanariesContext): Promise<Numbers> {
  const { k, hostK } = thresholds(guarantee)
  const [last] = await engine.all<{ day: string | null }>(`SELECT max(time)::DATE::VARCHAR AS day FROM ${log.table}`)
  return { k, hostK, enough: Math.max(k, hostK, mostPersons) + 3, day: last?.day ?? '2020-02-20' }
}

function thresholds(guarantee: Guarantee): { k: number; hostK: number } {
  switch (guarantee.kind) {
    case 'k-users-per-query':
      return guarantee
    case 'k-users-per-ngram':
      return guarantee.items === 'phrases' ? { k: guarantee.k, hostK: guarantee.k } : guarantee
    case 'k-m':
      return { k: guarantee.k, hostK: guarantee.k }
    case 'identical-users':
      return { k: Math.max(2, guarantee.minUsers), hostK: guarantee.k }
    case 'threshold-reveal':
      return { k: guarantee.t, hostK: guarantee.t }
    case 'dp':
      // What two persons share may come out; what one person has to himself may not.
      return { k: Math.max(2, guarantee.minUsers), hostK: 2 }
    case 'none':
      return { k: FEW, hostK: FEW }
  }
}
