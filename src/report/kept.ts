import { number, percent } from '../base/format.js'
import { NOBODY } from '../release/no-users.js'

/** What a release keeps, counted: as release/kept.ts says. */
export interface KeptFigures {
  readonly rows: number
  readonly users: number | null
  readonly persons?: number
  readonly queries: number
  readonly masks?: number
  readonly items?: number
  readonly reasons?: Readonly<Record<string, string>>
}

export interface OfFigures {
  readonly rows: number
  readonly users: number
  readonly queries: number
}

/** The counts of a release for people, with the same shares as everywhere. */
export function keptText(kept: KeptFigures, of: OfFigures): string {
  const part = (n: number, whole: number, noun: string) =>
    n > whole
      ? `${number(n)} ${noun} for ${number(whole)}` // a common history may be longer than the ones that it stands for
      : `${number(n)} of ${number(whole)} ${noun} (${percent(whole === 0 ? 0 : n / whole)})`
  const users =
    kept.users === null
      ? `users ${kept.reasons?.users ?? 'not known'}`
      : kept.persons === undefined
        ? part(kept.users, of.users, 'users')
        : `${number(kept.users)} pseudonyms of ${part(kept.persons, of.users, 'users')}`
  const spoken =
    kept.items !== undefined
      ? `${number(kept.items)} items, which speak of `
      : kept.reasons?.users === NOBODY
        ? 'made-up rows, which speak of '
        : ''
  const masks = kept.masks ? `, ${number(kept.masks)} of them masks alone` : ''
  return `${spoken}${part(kept.rows, of.rows, 'rows')}${masks}, ${part(kept.queries, of.queries, 'queries')}; ${users}`
}

/** How the shares that the measure `kept` gives are called for people. */
export const SHARE_NAMES: Readonly<Record<string, string>> = {
  rows: 'rows',
  users: 'users',
  queries: 'queries',
  terms: 'distinct words',
  logSize: 'words',
}

/** The shares of the measure `kept` for people; what is not known is said to be so. */
export function sharesText(kept: Readonly<Record<string, unknown>>): string {
  const reasons = (kept.reasons ?? {}) as Readonly<Record<string, string>>
  const known = Object.entries(SHARE_NAMES).flatMap(([key, name]) =>
    typeof kept[key] === 'number' ? [`${percent(kept[key])} of the ${name}`] : [],
  )
  const unknown = Object.entries(SHARE_NAMES).flatMap(([key, name]) =>
    kept[key] === null ? [`${name} ${reasons[key] ?? 'not known'}`] : [],
  )
  return [known.join(', '), ...unknown].filter((part) => part !== '').join('; ')
}
