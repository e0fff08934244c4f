import type { Check } from './check.js'

/** What stands for a person in released rows, and who says so. */
export interface Persons {
  /** One pseudonym for a whole person, one for a session, or none: then only rows can be counted. */
  readonly by: 'person' | 'session' | 'row'
  /** Who says that a pseudonym is one whole person: the run that made the release, the caller, or nobody but the release. */
  readonly known: 'run' | 'assumed' | 'stated'
}

/** The one thing that a caller can ask to be taken for granted. */
export const ASSUMPTION = 'pseudonyms-are-persons'

export const NOUN: Readonly<Record<Persons['by'], string>> = { person: 'person', session: 'pseudonym', row: 'row' }

export const COUNT_IN_THE_LOG = 'Give the original, in which persons can be counted: --against LOG.'
export const WHO_IS_WHO = `Give the private folder of the run (--private DIR), or take it for granted: --assume ${ASSUMPTION}.`

/** What it would take to know persons. */
export function toKnow({ by }: Persons, withLog: boolean): string {
  if (by !== 'person') return COUNT_IN_THE_LOG
  return withLog ? `${COUNT_IN_THE_LOG} Or: ${WHO_IS_WHO}` : WHO_IS_WHO
}

/**
 * A check in which enough pseudonyms were found. That shows persons only where each pseudonym is known to be one: one person can
 * be split over k pseudonyms, and twins can be made up.
 */
export function enough(persons: Persons, check: Pick<Check, 'name' | 'detail'>, toShow: string): Check {
  if (persons.by === 'person' && persons.known === 'run')
    return { ...check, holds: true, onClaim: true, believing: 'who is one person' }
  if (persons.by === 'person' && persons.known === 'assumed')
    return { ...check, holds: true, onClaim: true, assuming: ASSUMPTION }
  const detail = `${check.detail}; ${WHY_OPEN[persons.by]}`
  return { name: check.name, holds: null, detail, onClaim: true, toShow }
}

const WHY_OPEN: Readonly<Record<Persons['by'], string>> = {
  person: 'whether each pseudonym is one person, the release cannot show',
  session: 'one person can have several',
  row: 'one person can have several',
}
