import { type AllReached, errorOf, type Reached, type Risk } from './outcomes.js'

/** An attack as a report needs it: whose it is, and how its figures read as a risk. */
export interface Reading {
  readonly attacker: string
  risk(scored: object): Risk | undefined
}

/** How far an attack came by its figures; undefined where they are none that compare. */
export function reachedBy(attack: Reading, figures: unknown): Reached | undefined {
  if (typeof figures !== 'object' || figures === null || errorOf(figures) !== undefined) return undefined
  const { attacker } = attack
  const read = attack.risk(figures)
  if (read === undefined || read.share === null) return read && { attacker, ...read }
  return Number.isFinite(read.share)
    ? { attacker, share: Math.min(1, Math.max(0, read.share)), of: read.of }
    : undefined
}

/**
 * Attackers who have more than the release and what people know. They are told apart: anyone who can add users can test a guess about a bare
 * threshold, and whoever comes last lifts a text over it: no figures by which thresholds differ. With noise a text comes and goes by
 * itself, which the count of those who came does not show.
 */
export const APART: Readonly<Record<string, string>> = {
  participant: 'who adds accounts to the log',
  subscriber: 'who has two releases',
}

/** Those whom a limit of risk speaks of: readers of the release, whatever they know of people or have in other logs. */
export const READERS = 'who has the release and what people know'

interface Named {
  readonly attack: string
  readonly share: number
  readonly of: string
}

/** What goes furthest against persons or texts, to tell settings apart: an attack, or plain reading, where a text of one person alone is shown. */
export function worstOf(reached: AllReached, measures: Readonly<Record<string, unknown>> = {}): Named | undefined {
  return furthestOf(
    Object.fromEntries(Object.entries(reached).filter(([, { attacker }]) => !Object.hasOwn(APART, attacker))),
    measures,
  )
}

/** What goes furthest of all. */
export function furthestOf(reached: AllReached, measures: Readonly<Record<string, unknown>> = {}): Named | undefined {
  const risks = Object.entries(reached).flatMap(([attack, risk]) =>
    risk.share === null ? [] : [{ attack, share: risk.share, of: risk.of }],
  )
  return [...risks, ...plainReading(measures)].reduce<Named | undefined>(
    (worst, risk) => (worst === undefined || risk.share > worst.share ? risk : worst),
    undefined,
  )
}

function plainReading({ uniqueness }: Readonly<Record<string, unknown>>): Named[] {
  const released = (uniqueness as { readonly released?: { readonly usersWithUnique?: number } } | undefined)?.released
  if (released?.usersWithUnique === undefined) return []
  return [
    {
      attack: 'plain reading',
      share: released.usersWithUnique,
      of: 'persons with a shown query that nobody else asked',
    },
  ]
}
