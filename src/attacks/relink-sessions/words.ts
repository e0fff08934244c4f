import { wrapped } from '../../base/format.js'
import type { AttackResult } from '../attack.js'

interface Told {
  readonly selectivity: Readonly<Record<string, number | null>>
  readonly components: { readonly mean: number; readonly ratio: number; readonly sessions: number }
  readonly persons: number
  readonly withoutOracle: readonly { readonly recall: number; readonly precision: number | null }[]
  readonly otherMeans: Readonly<
    Record<string, { readonly pairs: number; readonly right: number; readonly byChance: number }>
  >
}

const percent = (share: number | null) => (share === null ? '-' : `${(100 * share).toFixed(1)}%`)
const small = (share: number) => (share === 0 ? '0' : `${(100 * share).toPrecision(2)}%`)

/** The result in words. */
export function inWords(result: AttackResult): string[] {
  const heading = `${Number(result.sessions).toLocaleString('en-US')} sessions, ${result.guesses.toLocaleString('en-US')} answers from the index`
  const told = result.scored as unknown as Told | undefined
  if (told === undefined) return [heading, 'Give --truth to see how many are right.']
  const { any = null, le1000 = null, le100 = null, le10 = null } = told.selectivity
  const { mean, ratio, sessions } = told.components
  return [
    heading,
    `answers of the same person: ${percent(any)}; of sessions with at most 1000, 100, 10 responses: ${[le1000, le100, le10].map(percent).join(', ')}`,
    `with an oracle: ${mean.toFixed(1)} pieces a person out of ${sessions.toFixed(1)} sessions (${percent(ratio)}; 1 piece is the whole history)`,
    ...wrapped(
      told.withoutOracle
        .map(({ recall, precision }) => `${percent(precision)} at recall ${percent(recall)}`)
        .join(', '),
      'without: precision ',
    ),
    ...Object.entries(told.otherMeans).map(
      ([means, { pairs, right, byChance }]) =>
        `by ${means} alone: ${small(right)} of ${pairs.toLocaleString('en-US')} guesses right, ${small(byChance)} by chance`,
    ),
  ]
}
