import { type ColumnInfo, type ColumnOptions, LINKS, TIMES } from './columns.js'
import {
  CATEGORIES,
  DEFINITIONS,
  EVERY,
  type Guarantee,
  type GuaranteeKind,
  ITEMS,
  NEIGHBOURS,
  SCHEMES,
  type SeriesPromise,
  STRETCHES,
} from './guarantee.js'
import { type Manifest, MOST_PERIODS, type SeriesMember } from './manifest.js'
import { isFileName, isPartName } from './own-files.js'
import { PHRASE_WORDS } from './phrases.js'
import { isPlanName } from './plan-name.js'

/** Is a value what a field is taken for? */
export type Test = (value: unknown) => boolean

/** Every field of a record with its test: a field that is added to the record and not here does not compile. */
export type Fields<T> = { readonly [K in keyof Required<T>]: Test }

const text: Test = (value) => typeof value === 'string'
const yes: Test = (value) => value === true
const flag: Test = (value) => typeof value === 'boolean'
const whole: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 1
/** The same, or 0, where nothing is said. */
const wholeOrNone: Test = (value) => value === 0 || whole(value)
/** The most that methods take: a verifier counts by these numbers, and a stranger's must not keep it busy for ever. */
const upTo =
  (most: number): Test =>
  (value) =>
    whole(value) && (value as number) <= most
const oneOf =
  (list: readonly unknown[]): Test =>
  (value) =>
    list.includes(value)
const matching =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
export const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value)
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test)

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Do the known fields pass their tests? What else is there, `foreign` tells. */
export function passes(value: unknown, fields: Readonly<Record<string, Test>>): boolean {
  return isRecord(value) && Object.entries(fields).every(([field, test]) => test(value[field]))
}

/** What every promise says beside its numbers. */
export const STATED = {
  kind: text,
  sentence: text,
  assumptions: listOf(text),
  notProtected: listOf(text),
  unit: text,
}

type Stated = keyof typeof STATED | 'also'
type NumbersOf<K extends GuaranteeKind> = Omit<Extract<Guarantee, { kind: K }>, Stated>

/** Windows and horizons: a verifier goes over all their periods, and a stranger's must not keep it busy for ever. */
const periods: Test = (value) => whole(value) && (value as number) <= MOST_PERIODS
const windowed: Test = (value) => value === 'ever' || periods(value)
const RISK: Fields<SeriesPromise['year']> = {
  epsilon: (value) => typeof value === 'number' && value > 0 && Number.isFinite(value),
  delta: (value) => typeof value === 'number' && value >= 0 && Number.isFinite(value),
}
const SERIES_PROMISE: Fields<SeriesPromise> = {
  every: oneOf(EVERY),
  window: windowed,
  horizon: optional(periods),
  year: isRecord,
}

/** The numbers of each kind of promise. */
export const NUMBERS: { readonly [K in GuaranteeKind]: Fields<NumbersOf<K>> } = {
  'k-users-per-query': { k: whole, hostK: wholeOrNone, same: optional(oneOf(['words'])) },
  'k-users-per-ngram': {
    k: whole,
    hostK: wholeOrNone,
    n: upTo(6),
    maxTerms: upTo(100),
    items: optional(oneOf(['phrases'])),
  },
  dp: {
    epsilon: (value) => typeof value === 'number' && value > 0 && Number.isFinite(value),
    delta: (value) => typeof value === 'number' && value >= 0 && value < 1,
    neighbours: oneOf(NEIGHBOURS),
    definition: oneOf(DEFINITIONS),
    items: oneOf(ITEMS),
    words: optional(upTo(PHRASE_WORDS.most)),
    counts: flag,
    minUsers: whole,
    usersBound: optional(whole),
    series: optional((value) => isRecord(value) && passes(value, SERIES_PROMISE) && passes(value.year, RISK)),
    synthetic: optional(yes),
  },
  'k-m': {
    k: whole,
    m: upTo(10),
    per: oneOf(STRETCHES),
    window: optional(matching(/^[1-9]\d{0,4}[dw]$/)),
    within: optional(text),
    hosts: optional(yes),
  },
  'identical-users': { k: whole, minUsers: whole, l: whole, categories: optional(oneOf(CATEGORIES)) },
  'threshold-reveal': {
    t: upTo(1000),
    scheme: oneOf(SCHEMES),
    epoch: optional(matching(/^(day|week|month|year|[1-9]\d{0,4}d)$/)),
  },
  none: { experiment: optional(yes) },
}

const column: Fields<ColumnInfo> = {
  name: text,
  type: oneOf(['text', 'date', 'timestamp', 'integer', 'bytes']),
  meaning: text,
  guarded: optional(yes),
}
export const COLUMN = column

export const STEP: Fields<Manifest['steps'][number]> = { method: text, params: isRecord }
export const TABLE: Fields<NonNullable<Manifest['tables']>[number]> = {
  file: isFileName,
  columns: listOf((each) => passes(each, column)),
}
export const SHOWS: Fields<ColumnOptions> = { link: oneOf(LINKS), time: oneOf(TIMES), rank: flag }
export const SOFTWARE: Fields<Manifest['software']> = { name: oneOf(['lethe']), version: text }

/** What methods put beside the data: key ids, sharing, the version of a knowledge base. */
export const MORE: Readonly<Record<string, Test>> = {
  keyId: matching(/^[0-9a-f]{16}$/),
  epoch: matching(/^(none|day|week|month|year|[1-9]\d{0,4}d)$/),
  scheme: oneOf(SCHEMES),
  t: whole,
  n: whole,
  knowledge: matching(/^(wordnet|odp|table) [0-9a-f.-]{1,20}$/),
  marginals: matching(/^[a-z]+(,[a-z]+)*$/),
  serverKey: matching(/^sha256:[0-9a-f]{64}$/),
}

export const MEMBER: Fields<SeriesMember> = {
  every: oneOf(EVERY),
  window: windowed,
  horizon: optional(periods),
  stateless: optional(yes),
  period: matching(/^\d{4}-\d\d-\d\d$/),
  place: wholeOrNone,
}

/** At least one part, and each behind those before it. */
function isOrdered(parts: unknown): boolean {
  const names = parts as readonly string[]
  return names.length > 0 && names.every((name, i) => i === 0 || name > names[i - 1]!)
}

/** The manifest itself; the promise and the format are looked at apart. */
export const MANIFEST: Fields<Omit<Manifest, 'format' | 'guarantee' | 'experiment'>> = {
  software: (value) => passes(value, SOFTWARE),
  steps: listOf((step) => passes(step, STEP)),
  profile: optional(isPlanName),
  tuned: optional(yes),
  series: optional((value) => passes(value, MEMBER)),
  sample: optional((value) => typeof value === 'number' && value > 0 && value < 1),
  shows: (value) => passes(value, SHOWS),
  columns: TABLE.columns,
  files: listOf(isFileName),
  parts: optional(
    (value) =>
      isRecord(value) &&
      Object.entries(value).every(([file, parts]) => isFileName(file) && listOf(isPartName)(parts) && isOrdered(parts)),
  ),
  tables: optional(listOf((table) => passes(table, TABLE))),
  more: optional(isRecord),
}
