import { whatItTakes } from '../../histograms/warnings.js'
import type { ReadyStep } from '../../plans/derive.js'
import { continualFor } from '../../privacy/continual.js'
import { countNumbers, type Standing } from './counts.js'
import { askedOf, dpOf } from './promise.js'
import type { Member } from './settings.js'

/** What is said of a period of which nothing came through: for the custodian alone, since the largest count is told without its noise. */
export function emptyNote(
  { series, period, first }: Pick<Standing, 'series' | 'period' | 'first'>,
  last: ReadyStep,
  member: Member | undefined,
): string {
  const facts = member?.record.facts.series as { readonly largest?: unknown } | undefined
  const largest = Number(facts?.largest ?? 0)
  const { sliding, stretch } = countNumbers(series, last)
  const asked = askedOf(dpOf(last.method.guarantee(last.params, 'user')), Number(last.params.perUser), series)
  // What passes is more than the threshold.
  const thresholdAt = (epsilon: number) =>
    continualFor({ ...asked, epsilon }).threshold((period - first) % stretch, !sliding || period - first < stretch) + 1
  const commonest = { what: 'the commonest of the window', largest, thresholdAt }
  const why =
    largest === 0
      ? 'nobody gave anything in its window'
      : `no item reached ${thresholdAt(asked.epsilon)} persons with its noise; ${whatItTakes(commonest, asked.epsilon)}`
  return `nothing came through: ${why}. The period counts all the same, and costs nothing more. Another series can have a larger epsilon, fewer items a person (--per-user), or more days in its window`
}
