import { fail } from '../../base/errors.js'
import type { Guarantee } from '../../release/guarantee.js'
import { phraseWordsOf } from '../../release/phrases.js'
import type { TrialContext } from '../trial.js'
import { informed } from './informed.js'
import { gaussianLimitAt, limitAt } from './limits.js'
import { plantPersons, thresholdOf } from './planted.js'
import { play } from './play.js'
import { populate } from './population.js'
import type { Group, Limits, MembershipResult } from './result.js'
import { advantage, type Found, found, type Sight, scores } from './score.js'
import { findTargets, type Target } from './targets.js'
import { kindOf, textsSql } from './texts.js'

export interface Asked {
  readonly runs: number
  /** Persons to draw. */
  readonly targets: number
  /** The rate of false positives. */
  readonly fpr: number
}

/** The worst are so many together: of one person alone, one run in a hundred says nothing. */
const WORST = 20

/** Can it be told from releases whether a person is in the log? */
export async function membership(on: TrialContext, { runs, targets, fpr }: Asked): Promise<MembershipResult> {
  const persons = await countPersons(on)
  const kind = kindOf(on)
  const threshold = thresholdOf(on)
  const population = await populate(on, plantPersons(on.random, kind, threshold, persons))
  const texts = textsSql(population.numbered, on.log, kind, phraseWordsOf(on.guarantee, on.steps.at(-1)?.params))
  const chosen = await findTargets(on.engine, population, { texts, threshold, drawn: targets, random: on.random })
  const drawn = chosen.targets.filter((target) => target.kind === 'drawn')
  const known = await informed(
    on,
    population,
    drawn.map(({ person }) => person),
  )
  const limits = limitsOf(on, fpr)
  const game = { runs, neighbours: limits?.neighbours ?? 'add-remove' }
  const played = await play(on, population, chosen, game)
  const judged = judge(chosen.targets, played.sights, runs)
  const group = (those: readonly Judged[]): Group => {
    const figures = found(
      those.flatMap((one) => one.scored),
      those.length,
      fpr,
      on.random,
    )
    return { ...figures, above: limits && isAbove(figures, limits) }
  }
  const worst = [...judged].sort((a, b) => b.advantage - a.advantage).slice(0, WORST)
  const groups = { drawn: group(judged.filter((one) => one.kind === 'drawn')), worst: group(worst) }
  return {
    attack: 'membership',
    guesses: groups.drawn.right + groups.drawn.wrong,
    scored: {
      persons: drawn.length,
      worst: worst.map((one) => ({ kind: one.kind, advantage: one.advantage })),
      truePositives: groups.drawn.truePositives,
      falsePositives: groups.drawn.falsePositives,
      limit: limits?.limit ?? null,
      worstTruePositives: groups.worst.truePositives,
    },
    holds: !groups.drawn.above && !groups.worst.above,
    ...{ runs, fpr, informed: known, ...groups, limits },
    searched: chosen.targets.length - drawn.length,
    texts: chosen.texts,
    seen: played.seen,
  }
}

async function countPersons({ engine, log }: TrialContext): Promise<number> {
  if (log.unit === undefined)
    fail(
      'refused',
      'membership asks whether a person is in the log, and the log has no user column',
      'Name it with --columns user=NAME, or name another unit: --unit session, --unit ip.',
    )
  const [size] = await engine.all<{ persons: number }>(
    `SELECT count(DISTINCT person) AS persons FROM ${log.table} WHERE query IS NOT NULL`,
  )
  if (!size?.persons) fail('refused', 'nobody in the log asked anything', 'Give a log with queries.')
  return size.persons
}

interface Judged {
  readonly kind: Target['kind']
  readonly advantage: number
  readonly scored: ReturnType<typeof scores>
}

/** The first half of the runs teaches, and says who is worst off; the second is judged. */
function judge(targets: readonly Target[], sights: readonly Sight[], runs: number): Judged[] {
  const all = Array.from({ length: runs }, (_, run) => run)
  const [first, second] = [all.slice(0, runs >> 1), all.slice(runs >> 1)]
  return targets.map(({ kind }, i) => ({
    kind,
    advantage: advantage(sights[i]!, first),
    scored: scores(sights[i]!, first, second),
  }))
}

/** What the promise of differential privacy allows, where the plan makes one. */
function limitsOf({ guarantee, derived, spends }: TrialContext, fpr: number): Limits | null {
  const claim = [guarantee, ...(guarantee.also ?? [])].find(
    (one): one is Extract<Guarantee, { kind: 'dp' }> => one.kind === 'dp',
  )
  if (claim === undefined) return null
  const { epsilon, delta, neighbours } = claim
  // rho = (Delta/sigma)^2 / 2 of Gaussian noise; what the threshold lets slip comes on top.
  const gaussian = typeof derived.sigma === 'number' ? spends : undefined
  const own = gaussian ? Math.min(1, gaussianLimitAt(fpr, Math.sqrt(2 * gaussian.rho)) + gaussian.delta) : null
  return { epsilon, delta, neighbours, limit: limitAt(fpr, claim), own }
}

function isAbove({ interval: [low] }: Found, { limit }: Limits): boolean {
  return low > limit
}
