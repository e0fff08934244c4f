import { attackNames } from '../../attacks/index.js'
import type { Attacker } from '../../release/attackers.js'
import { fearsFrom } from '../../report/fears.js'
import { type Given, type Recommendation, recommend, type Use, type Wishes } from '../../report/recommendation.js'
import type { Reading } from '../../report/risk.js'
import { settingsOf } from '../../report/settings.js'
import type { CellResult } from './cell.js'

/** What a custodian wishes who says nothing: the usual fears, and the most useful. */
export function usualWishes(): Wishes {
  return { fears: fearsFrom(), uses: [], columns: [], task: 'autocomplete', minUse: 0 }
}

type Attacks = Readonly<Record<string, Reading & { readonly attacker: Attacker }>>

/** Holds the settings of a comparison against wishes. */
export function adviceOn(results: readonly CellResult[], wishes: Wishes, attacks: Attacks): Recommendation {
  const given = new Map(results.map((result) => [result.label, givenBy(result)]))
  const settings = settingsOf(results.map(withAllAttacks), attacks)
  return recommend(settings, ({ label }) => given.get(label)!, wishes, attacks)
}

/** What a release gives: rows can be counted, and histories hold sessions. */
function givenBy({ columns = [], link, shows }: CellResult): Given {
  const linked = columns.includes('pseudonym') ? (link ?? shows.link ?? 'none') : 'none'
  const uses: Use[] = [
    ...(columns.includes('query') ? (['rows'] as const) : []),
    ...(columns.includes('query') || columns.includes('count') ? (['counts'] as const) : []),
    ...(linked === 'user' ? (['histories', 'sessions'] as const) : []),
    ...(linked === 'session' ? (['sessions'] as const) : []),
  ]
  return { columns, uses }
}

const NOT_ASKED = { outcome: 'not run', reason: 'the comparison did not try it' } as const

/** An attack that a comparison leaves out was not run on any of its settings. */
function withAllAttacks(result: CellResult): CellResult {
  const left = attackNames().filter((name) => !Object.hasOwn(result.attacks, name))
  if (result.error !== undefined || left.length === 0) return result
  return {
    ...result,
    attacks: { ...result.attacks, ...Object.fromEntries(left.map((name) => [name, null])) },
    reasons: { ...result.reasons, ...Object.fromEntries(left.map((name) => [name, NOT_ASKED])) },
  }
}
