import type { Random } from '../../random/random.js'
import type { ColumnOptions } from '../../release/columns.js'
import type { Guarantee } from '../../release/guarantee.js'
import type { Form } from './forms.js'

/** What is claimed of the release under test. */
export interface Claim {
  readonly guarantee: Guarantee
  readonly shows: ColumnOptions
}

/** Is a secret forbidden in the data files under a claim? Everywhere else all secrets are forbidden under every claim. */
export type Rule = (claim: Claim) => boolean

/** Something made up that one can recognise. Its value is never printed; its kind is. */
export interface Secret {
  readonly kind: string
  /** The texts by which it is known. */
  readonly values: readonly string[]
  /** Whole texts that could have been hashed: a query, a user id. */
  readonly hashed: readonly string[]
  /** Forms beyond those that every text has. */
  readonly forms: readonly Form[]
  readonly forbidden: Rule
  /** For controls: the claims under which it ought to be found; without it, under all. */
  readonly expected?: Rule
}

/** A row of the planted copy. */
export interface PlantedRow {
  readonly user: string
  readonly query: string
  readonly time: string
  readonly rank?: number | string
  readonly url?: string
  /** A column that nobody asked to keep. */
  readonly note?: string
  /** Stands in every further column that is kept. */
  readonly kept?: string
}

export const always: Rule = () => true

/** The text is a whole query of too few persons, and holds a word or run that too few used. */
export const rareWords: Rule = ({ guarantee }) =>
  guarantee.kind === 'identical-users' ? guarantee.minUsers > 1 : guarantee.kind !== 'none'

/**
 * Each word is common; only their standing together is rare. What is composed of released parts may come out by noise, asked or not: how much likelier
 * one person makes it is what epsilon bounds, and what the trial `audit-dp` measures.
 */
export const rareTogether: Rule = ({ guarantee }) =>
  (wholeQueries(guarantee) && !composes(guarantee)) || (guarantee.kind === 'k-users-per-ngram' && guarantee.n >= 2)

/** Are phrases or made-up queries composed of parts that were released before? */
const composes = (guarantee: Guarantee): boolean =>
  guarantee.kind === 'dp' && ((guarantee.words ?? 1) > 1 || guarantee.synthetic === true)

/** Rare by signs that are no words. */
export const rareSigns: Rule = ({ guarantee }) => wholeQueries(guarantee) || longestPhrase(guarantee) !== undefined

/** Are queries shown only as they were asked, by enough persons? */
function wholeQueries(guarantee: Guarantee): boolean {
  return (
    ['k-users-per-query', 'dp', 'threshold-reveal'].includes(guarantee.kind) ||
    (guarantee.kind === 'identical-users' && guarantee.minUsers > 1)
  )
}

/** What stands in a URL beside the host: shown only where whole URLs are what is counted. */
export const urlParts: Rule = ({ guarantee }) => !(guarantee.kind === 'dp' && guarantee.items === 'clicks')

/** Words of the longest phrase, where phrases are shown and not queries. */
function longestPhrase(guarantee: Guarantee): number | undefined {
  if (guarantee.kind === 'dp') return guarantee.words
  return guarantee.kind === 'k-users-per-ngram' && guarantee.items === 'phrases' ? guarantee.n : undefined
}

/** Whole queries that enough persons asked are released, unless words are counted, or phrases that are shorter. */
export const showsQueries: Rule = ({ guarantee }) =>
  !(guarantee.kind === 'dp' && guarantee.items === 'keywords') && longestPhrase(guarantee) !== 1

/**
 * Hosts that enough persons share are released; where combinations of terms are counted, hosts are left out, and where users are
 * made identical only what all hosts of a group have in common is left; tags have nothing beside them. A table of items has URLs
 * only if they are counted; made-up rows have hosts.
 */
export const showsHosts: Rule = ({ guarantee }) =>
  !['k-m', 'identical-users', 'threshold-reveal'].includes(guarantee.kind) &&
  !(guarantee.kind === 'k-users-per-ngram' && guarantee.items === 'phrases') &&
  (guarantee.kind !== 'dp' || guarantee.items === 'clicks' || guarantee.synthetic === true)

/** The exact moment of a row that is shown. */
export const exactTime: Rule = ({ shows }) => shows.time !== 'exact'

const LETTERS = 'bcdfghjkmnprtvw'

/** A word that stands in no log, and that stemming leaves as it is. */
export function oddWord(random: Random): string {
  return `zq${Array.from({ length: 9 }, () => LETTERS[random.below(LETTERS.length)]).join('')}x`
}

/** Signs that are no letters, in an order that nobody else wrote. */
export function oddSigns(random: Random): string {
  return Array.from({ length: 6 }, () => String.fromCodePoint(0x1f400 + random.below(64))).join('')
}
