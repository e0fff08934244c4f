import { number, percent } from '../../base/format.js'
import type { AttackResult } from '../attack.js'

interface Scored {
  readonly marked: number
  readonly found: number
  readonly rowsRevealed: number
  readonly historyRevealed?: number
}

/** What came of it, for people. */
export function inWords({ bait, estimated, scored }: AttackResult): string[] {
  const { marked, found, rowsRevealed, historyRevealed } = scored as unknown as Scored
  const what = bait === 'near' ? 'an odd word behind a query of theirs' : 'an odd word'
  return [
    `${number(marked)} persons are led to ask ${what} that a neighbour knows: ${number(found)} of them are found by it (${percent(found / Math.max(1, marked))}).`,
    `Read under the same pseudonyms: ${number(rowsRevealed)} rows${historyRevealed === undefined ? '' : `, ${percent(historyRevealed)} of a marked person's history in the mean`}.`,
    ...(estimated === undefined ? [] : [`Estimated ${String(estimated)}; with --reference LOG it is tried.`]),
  ]
}
