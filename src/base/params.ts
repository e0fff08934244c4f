import { fail } from './errors.js'

/** What a parameter is: its flag, form, validation and documentation derive from this one record. */
interface Described {
  readonly help: string
  /** Shown when a parameter without default is missing: what to think of when choosing it. */
  readonly advice?: string
}
export interface Whole extends Described {
  readonly type: 'whole'
  readonly min: number
  readonly max: number
  readonly default?: number
  readonly optional?: true
}
export interface Real extends Described {
  readonly type: 'real'
  readonly min: number
  readonly max: number
  /** The bounds themselves are not allowed: 0 < x < 1. */
  readonly open?: true
  readonly default?: number
  readonly optional?: true
}
export interface Choice<T extends string> extends Described {
  readonly type: 'choice'
  readonly of: readonly T[]
  readonly default: T
}
export interface Switch extends Described {
  readonly type: 'switch'
  /** On unless switched off by --no-NAME. */
  readonly default?: true
}
export interface Text extends Described {
  readonly type: 'text'
  /** What the value is, for the help; and whether it is the custodian's alone. */
  readonly is: PlainText | PrivateText
  readonly default?: string
  readonly required?: true
}
/** Texts that name nothing outside of the log and the package. */
type PlainText = 'LIST' | 'COLUMN' | 'ZONE' | 'LENGTH' | 'DAYS' | 'DAY'
/**
 * Texts that make a run open, ask or decrypt something. They come from the custodian alone, never from a release, a report or a comparison,
 * and none of these says more than that one was given: see plans/private-params.ts.
 */
export const PRIVATE_TEXTS = ['URL', 'FILE', 'DIR', 'KEY', 'KNOWLEDGE'] as const
export type PrivateText = (typeof PRIVATE_TEXTS)[number]
export type Param = Whole | Real | Choice<string> | Switch | Text
export type Params = Readonly<Record<string, Param>>

type ValueOf<P> = P extends Whole
  ? P extends { optional: true }
    ? number | undefined
    : number
  : P extends Real
    ? P extends { optional: true }
      ? number | undefined
      : number
    : P extends Choice<infer T>
      ? T
      : P extends Switch
        ? boolean
        : P extends Text
          ? P extends { required: true } | { default: string }
            ? string
            : string | undefined
          : never

/** The values that a set of parameters takes. */
export type ValuesOf<S extends Params> = { readonly [K in keyof S]: ValueOf<S[K]> }

declare const FOREIGN: unique symbol
/** Parameters as a release or a comparison tells them. Somebody else may have written them: plans/foreign.ts makes steps of them that can run. */
export type ForeignParams = Readonly<Record<string, unknown>> & { readonly [FOREIGN]: true }
/** Parameters that the custodian gave, by flags or in a plan. */
export type OwnParams = Readonly<Record<string, unknown>> & { readonly [FOREIGN]?: never }

/** Stands in manifests and comparisons for a value that is the custodian's alone. */
export const GIVEN = { given: true } as const

export function isGiven(value: unknown): value is typeof GIVEN {
  return typeof value === 'object' && value !== null && 'given' in value && value.given === true
}

/** Checks raw values (from flags or a plan) against their parameters and fills in defaults. */
export function parseParams<S extends Params>(method: string, params: S, raw: OwnParams): ValuesOf<S> {
  for (const key of Object.keys(raw)) {
    if (!Object.hasOwn(params, key))
      fail('usage', `${method} has no parameter '${key}'`, `It takes ${Object.keys(params).map(flagOf).join(', ')}.`)
  }
  return Object.fromEntries(
    Object.entries(params).map(([key, param]) => [key, parse(method, key, param, raw[key])]),
  ) as ValuesOf<S>
}

function parse(method: string, key: string, param: Param, value: unknown): unknown {
  const flag = flagOf(key)
  switch (param.type) {
    case 'switch':
      if (value === undefined || typeof value === 'boolean') return value ?? param.default ?? false
      return fail('usage', `${flag} is a switch and takes no value`, `Write ${flag} or leave it out.`)
    case 'text':
      if (value === undefined && param.required)
        return fail('usage', `${method} needs ${flag}`, param.advice ?? param.help)
      if (isGiven(value))
        return fail(
          'usage',
          `${method} was run with ${flag}, and what was given is not written down`,
          `Write your own for it: ${param.help}.`,
        )
      if (typeof value === 'string' && value.includes('\0'))
        return fail('usage', `${flag} holds a NUL character`, 'Take it out of the plan.')
      if (value === undefined || (typeof value === 'string' && value !== '')) return value ?? param.default
      return fail('usage', `${flag} needs a value (${param.is})`, param.help)
    case 'choice':
      if (value === undefined) return param.default
      if (typeof value === 'string' && param.of.includes(value)) return value
      return fail(
        'usage',
        `${flag} does not know '${String(value).slice(0, 40)}'`,
        `It is one of ${param.of.join(', ')}.`,
      )
    case 'real':
      return parseReal(method, flag, param, value)
    case 'whole':
      return parseWhole(method, flag, param, value)
  }
}

function parseReal(method: string, flag: string, param: Real, value: unknown): number | undefined {
  if (value === undefined) {
    if (param.default !== undefined || param.optional) return param.default
    fail('usage', `${method} needs ${flag}`, param.advice ?? param.help)
  }
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  const { min, max, open } = param
  if (typeof number === 'number' && (open ? number > min && number < max : number >= min && number <= max))
    return number
  const range =
    max === Number.MAX_VALUE
      ? `${open ? 'above' : 'from'} ${min}`
      : open
        ? `between ${min} and ${max}`
        : `from ${min} to ${max}`
  return fail('usage', `${flag} must be a number ${range}`, param.advice ?? param.help)
}

function parseWhole(method: string, flag: string, param: Whole, value: unknown): number | undefined {
  if (value === undefined) {
    if (param.default !== undefined || param.optional) return param.default
    fail('usage', `${method} needs ${flag}`, param.advice ?? param.help)
  }
  const number = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= param.min && number <= param.max)
    return number
  const range = param.max === Number.MAX_SAFE_INTEGER ? `${param.min} or more` : `from ${param.min} to ${param.max}`
  return fail('usage', `${flag} must be a whole number, ${range}`, param.advice ?? param.help)
}

/** hostK -> --host-k */
export function flagOf(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
