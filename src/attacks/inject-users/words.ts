import { percent } from '../../base/format.js'
import { usualCost } from '../../release/attackers.js'
import type { AttackResult } from '../attack.js'

/** From here on an attacker is said to succeed: half of what is tried. */
const HALF = 0.5

interface Level {
  readonly added: number
  readonly success: number
  readonly interval: readonly [number, number]
}

/** The result in words: how far some accounts come, and how many it takes. */
export function inWords({ scored }: AttackResult): readonly string[] {
  const levels = (scored ?? []) as readonly Level[]
  const usual = usualCost('participant')!
  const within = levels.filter(({ added }) => added <= usual)
  const best = furthest(within)
  const least = levels.find(({ success }) => success >= HALF)
  const most = furthest(levels)
  return [
    ...levels.map(
      ({ added, success, interval: [low, high] }) =>
        `  ${String(added).padStart(6)} ${added === 1 ? 'account ' : 'accounts'}  ${percent(success).padStart(6)} of guesses tested (95%: ${percent(low)} to ${percent(high)})`,
    ),
    best === undefined
      ? `  with at most ${usual} accounts: not tried`
      : `  with at most ${usual} accounts: ${percent(best.success)} of guesses about one person can be tested`,
    least === undefined
      ? `  no number that was tried tests half of them; the furthest is ${percent(most?.success ?? 0)}`
      : `  ${least.added} ${least.added === 1 ? 'account tests' : 'accounts test'} half of them or more: the least number that was tried and does`,
  ]
}

function furthest(levels: readonly Level[]): Level | undefined {
  return levels.reduce<Level | undefined>((a, b) => (a && a.success >= b.success ? a : b), undefined)
}
