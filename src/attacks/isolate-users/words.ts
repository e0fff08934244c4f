import { percent } from '../../base/format.js'
import type { AttackResult } from '../attack.js'

/** The result in words, a line for each number of accounts. */
export function inWords({ scored }: AttackResult): readonly string[] {
  const levels = (scored ?? []) as readonly {
    readonly added: number
    readonly success: number
    readonly read: number
  }[]
  return levels.map(
    ({ added, success, read }) =>
      `  ${String(added).padStart(6)} ${added === 1 ? 'account ' : 'accounts'}  ${percent(success).padStart(6)} of persons grouped with nobody else, ${percent(read)} of their other queries read`,
  )
}
