import { number } from '../../base/format.js'
import type { AuditResult } from './result.js'

/** What an audit did and found, for the terminal. */
export function auditText(figures: AuditResult): string[] {
  const { scored, holds, guesses, delta, runs, leaks, guessing, log, canaries } = figures
  const sure = `${Number((100 * scored.confidence).toFixed(4))}%`
  const bound =
    scored.lowerBound === Number.MAX_VALUE ? 'more than any epsilon allows' : `at least ${scored.lowerBound.toFixed(3)}`
  return [
    `${number(runs)} releases of ${number(log.rows)} rows of ${number(log.persons)} of the ${number(log.of)} persons, with made-up persons among them.`,
    ...(canaries
      ? canaryLines(canaries)
      : [
          `Items of their own that ${number(leaks.persons)} persons brought came out in ${number(leaks.runs)} releases; with probability ${leaks.atLeast.toPrecision(2)} or more, where ${leaks.allowed.toPrecision(2)} is allowed.`,
          guessing.crowd === null
            ? 'No crowd that could be tried was large enough for its items to come out, so nobody could be guessed.'
            : `Who was there, among ${number(guessing.crowd)} others with the same items, was guessed right ${number(guessing.right)} times of ${number(guesses)}.`,
        ]),
    `claimed: epsilon ${scored.claimed.toFixed(3)}, delta ${delta}; seen: ${bound} (${sure} sure)`,
    holds
      ? 'Nothing was seen that the claim forbids. That is no proof: a lower bound says what is not, not what is.'
      : 'The claim does NOT hold.',
  ]
}

/** What came of each canary of an adversary. */
function canaryLines(canaries: NonNullable<AuditResult['canaries']>): string[] {
  return canaries.flatMap(({ canary, failed: [without, present], guesses, right, lowerBound }) => [
    `${canary}: whether one person brought them was guessed right ${number(right)} times of ${number(guesses)}; epsilon at least ${lowerBound.toFixed(3)}`,
    ...(without + present > 0
      ? [`  releases that failed: ${number(without)} without, ${number(present)} with them`]
      : []),
  ])
}
