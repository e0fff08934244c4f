import { generateRows } from '../../src/generate/generate.js'
import { greedy } from '../../src/methods/km-deletion/greedy.js'
import { arrange } from '../../src/methods/km-deletion/histories.js'
import { optimise, totalWorth } from '../../src/methods/km-deletion/optimise.js'
import { utilityOf } from '../../src/methods/km-deletion/utility.js'
import { seededRandom } from '../../src/random/seeded.js'
import { type Outcome, round } from '../measure.js'
import { upperBound } from './bound.js'
import { entriesOf } from './term-log.js'

const USERS = 1017
const ROWS_PER_USER = 56
const ROUNDS = 300
/** Partners looked at in ten seconds, as `--optimise-seconds` counts them. */
const BUDGET = 2e8

/** Per cent of the term occurrences of a log that a release keeps, against the most that any deletion can keep. */
export async function kmBest(rows: number): Promise<Outcome> {
  const users = Math.min(USERS, Math.round(rows / ROWS_PER_USER))
  const detail: Record<string, number | string> = { users }
  const pairs = [await held(users, 2), await held(users, 5)]
  for (const { k, greedy, kept, bound } of pairs)
    detail[`(${k},2)`] = `${round(greedy)} by greedy, ${round(kept)} kept, at most ${round(bound)}`
  const [{ kept, bound }] = pairs as [(typeof pairs)[number]]
  return {
    name: 'km-best',
    ours: round(kept),
    limit: round(bound),
    ratio: round(bound / kept),
    unit: '% kept',
    atMost: 1.3,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    detail,
  }
}

async function held(users: number, k: number) {
  const entries = entriesOf(texts(users))
  const { rank, frequent } = utilityOf(entries, 'logsize', { k, m: 2, random: seededRandom(1) })
  const all = arrange(entries, rank, frequent)
  const worth = { entry: Float64Array.from(all.count), perPerson: 0 }
  const whole = entries.count.reduce((sum, n) => sum + n, 0)
  const first = await greedy(all, k, 2)
  const best = await optimise(all, k, 2, first, { worth, budget: BUDGET })
  return {
    k,
    greedy: (100 * totalWorth(all, first.alive, worth)) / whole,
    kept: (100 * totalWorth(all, best.alive, worth)) / whole,
    bound: (100 * upperBound(all, worth.entry, k, ROUNDS)) / whole,
  }
}

function* texts(users: number): Generator<string[]> {
  for (const { rows } of generateRows({ users, seed: 1 })) yield rows.map((row) => row.asked.text)
}
