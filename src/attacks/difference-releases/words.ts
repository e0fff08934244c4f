import { number, percent } from '../../base/format.js'
import type { AttackResult } from '../attack.js'

/** What came of it, for people. */
export function inWords({ guesses, cut, scored }: AttackResult): string[] {
  const { appeared, attributable, by } = scored as {
    readonly appeared: number
    readonly attributable: number
    readonly by?: string
  }
  const since = cut === undefined ? '' : `, which ends with ${String(cut)}`
  if (appeared === 0) return [`No text is new since the earlier release${since}.`]
  return [
    `A subscriber sees ${number(appeared)} texts that are new since the earlier release${since}.`,
    `So few persons are new to ${number(attributable)} of them (${percent(attributable / appeared)}) that they point at one${by === undefined ? '' : `, by ${by}`}.`,
    ...(by === undefined ? [`The subscriber can tell it of ${number(guesses)} by the releases alone.`] : []),
  ]
}
