import { number } from '../../base/format.js'
import type { AttackResult } from '../attack.js'

/** What came of it, for people. RL is in per cent already. */
export function inWords({ guesses, records, tried, scored }: AttackResult): string[] {
  const found = `An archivist finds persons for ${number(guesses)} of ${number(Number(tried))} released histories by what they have in common`
  const drawn = Number(tried) < Number(records) ? ` (drawn from ${number(Number(records))})` : ''
  if (scored === undefined)
    return [
      `${found}${drawn}.`,
      'How many are right, the truth tells: --truth DIR.private of a release made with --truth.',
    ]
  const { rl, rlCategories } = scored as { readonly rl: number; readonly rlCategories?: number }
  return [
    `${found}${drawn}.`,
    `Linked to the right person: ${rl.toFixed(1)}% (RL; where several fit as well, a share of each).`,
    ...(rlCategories === undefined ? [] : [`By categories alone: ${rlCategories.toFixed(1)}%.`]),
  ]
}
