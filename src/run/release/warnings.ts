import { counted } from '../../base/counted.js'
import { number } from '../../base/format.js'
import type { Source } from '../../log/log.js'
import type { Guarantee } from '../../release/guarantee.js'
import type { KeptCounts } from '../../release/kept.js'
import type { ReadyRelease } from './prepare.js'

/** Said to the custodian, who may take a folder that is ready for one that holds something. */
const EMPTY_BY_NOISE =
  'the release is empty: nothing in it, since nothing came through the noise and the thresholds. What it cost is spent; another try costs as much again'
const EMPTY = 'the release is empty: nothing in it'
const EXPERIMENT =
  'made with repeatable chance (--seed): an experiment, which promises nothing, enters no ledger and must not be published'
const NO_MAX_BAD =
  '--max-bad does not count here: under differential privacy rows that do not read are left out, however many'

/** From this share of the rows on, masks are most of what somebody will see. */
const MANY_MASKS = 0.1

function masksText({ masks = 0, rows }: KeptCounts): string[] {
  if (masks === 0 || masks < MANY_MASKS * rows) return []
  return [
    `${number(masks)} of ${number(rows)} rows hold nothing but a mask, such as [name], or what reads like one: mostly different texts that scrub made the same. They count in what is kept, and tell nobody anything. To leave out every row with a finding: scrub with --action rows`,
  ]
}

export function isEmpty({ rows, items }: KeptCounts): boolean {
  return (items ?? rows) === 0
}

export function badRows({ bad, unlisted = 0 }: Source): number {
  return bad.length + unlisted
}

/** What the custodian must hear of a release: of its log, its ledger, its steps, and of what came of it. */
export function warningsOf(
  { options, input, steps, series }: ReadyRelease,
  source: Source,
  ledger: readonly string[],
  promised: Guarantee,
  kept: KeptCounts,
): string[] {
  const left = `${counted(badRows(source), 'row')} did not parse and ${badRows(source) === 1 ? 'was' : 'were'} left out; ${badRows(source) === 1 ? 'its number is' : 'their numbers are'} in bad-rows.tsv of the private folder`
  return [
    ...source.notes,
    ...ledger,
    ...steps.flatMap(({ method, params }) => method.warns?.(params) ?? []),
    ...(source.bad.length > 0 ? [left] : []),
    ...(options.seed === undefined ? [] : [EXPERIMENT]),
    ...(input.fixed && input.maxBad !== undefined ? [NO_MAX_BAD] : []),
    ...masksText(kept),
    ...(isEmpty(kept) && series === undefined ? [promised.kind === 'dp' ? EMPTY_BY_NOISE : EMPTY] : []),
  ]
}
