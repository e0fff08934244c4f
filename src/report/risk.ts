import { errorOf } from './outcomes.js'

/** What an attack achieved, as one share from 0 to 1 that can be compared, and what it is a share of. */
export interface Risk {
  readonly share: number
  readonly of: string
}

type Figures = Readonly<Record<string, unknown>>
type Reading = (scored: unknown) => Risk | undefined

/** How the result of each attack reads as a risk. */
const READINGS: Readonly<Record<string, Reading>> = {
  'link-records': share('released histories linked to their person', ({ rl }) => Number(rl) / 100),
  'relink-sessions': share(
    'sessions put together again',
    ({ components }) => 1 - Number((components as Figures | undefined)?.ratio),
  ),
  'invert-tokens': share('matchable tokens read', ({ accuracy }) => Number(accuracy)),
  'guess-dictionary': share('guesses confirmed', ({ opened, tried }) => Number(opened) / Math.max(1, Number(tried))),
  'mark-user': share('marked persons found', ({ found, marked }) => Number(found) / Math.max(1, Number(marked))),
  'partial-knowledge': (scored) => {
    const levels = listOf(scored)
    const known = levels.find(({ j }) => j === 3) ?? levels.at(-1)
    return known && { share: Number(known.unique), of: `persons pinned down by ${String(known.j)} known terms` }
  },
  'difference-releases': share(
    'texts new since the day before to which one person came',
    ({ attributable, appeared }) => Number(attributable) / Number(appeared),
  ),
  'inject-users': (scored) => {
    const best = listOf(scored).reduce<Figures | undefined>(
      (most, at) => (most !== undefined && Number(most.success) >= Number(at.success) ? most : at),
      undefined,
    )
    return best && { share: Number(best.success), of: `guesses tested by ${String(best.added)} added users` }
  },
}

function listOf(scored: unknown): readonly Figures[] {
  return Array.isArray(scored) ? (scored as readonly Figures[]) : []
}

function share(of: string, read: (figures: Figures) => number): Reading {
  return (scored) => ({ share: read(scored as Figures), of })
}

/** Why an attack that ran had nothing to try itself on, which is not the same as reaching nothing; undefined where it had. */
export function nothingToTry(attack: string, scored: unknown): string | undefined {
  const { appeared } = (scored ?? {}) as Figures
  return attack === 'difference-releases' && appeared === 0 ? 'no text is new since the earlier release' : undefined
}

/** The risk that an attack's score stands for; undefined where it is none that compares, or had nothing to try. */
export function riskOf(attack: string, scored: unknown): Risk | undefined {
  if (typeof scored !== 'object' || scored === null || errorOf(scored) !== undefined) return undefined
  if (nothingToTry(attack, scored) !== undefined) return undefined
  const risk = READINGS[attack]?.(scored)
  return risk && Number.isFinite(risk.share) ? { ...risk, share: Math.min(1, Math.max(0, risk.share)) } : undefined
}

/**
 * Attacks by those who have more than the release and what people know, and who they are. They are told apart: anyone who can add users can test a guess
 * about a bare threshold, and whoever comes last lifts a text over it: no figures by which thresholds differ. With noise a text comes and goes by
 * itself, which the count of those who came does not show.
 */
export const APART: Readonly<Record<string, string>> = {
  'inject-users': 'who adds accounts to the log',
  'difference-releases': 'who has two releases',
}

/** Those whom a limit of risk speaks of: readers of the release, whatever they know of people or have in other logs. */
export const READERS = 'who has the release and what people know'

type Named = Risk & { readonly attack: string }
type Results = Readonly<Record<string, unknown>>

/** What goes furthest against persons or texts, to tell settings apart: an attack, or plain reading, where a text of one person alone is shown. */
export function worstOf(attacks: Results, measures: Results = {}): Named | undefined {
  return furthestOf(
    Object.fromEntries(Object.entries(attacks).filter(([attack]) => !Object.hasOwn(APART, attack))),
    measures,
  )
}

/** What goes furthest of all. */
export function furthestOf(attacks: Results, measures: Results = {}): Named | undefined {
  const risks = Object.entries(attacks).flatMap(([attack, scored]) => {
    const risk = riskOf(attack, scored)
    return risk ? [{ attack, ...risk }] : []
  })
  return [...risks, ...plainReading(measures)].reduce<Named | undefined>(
    (worst, risk) => (worst === undefined || risk.share > worst.share ? risk : worst),
    undefined,
  )
}

function plainReading({ uniqueness }: Results): Named[] {
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
