import { resolve } from 'node:path'
import {
  type ForeignParams,
  GIVEN,
  type Param,
  type Params,
  PRIVATE_TEXTS,
  type PrivateText,
  type Text,
} from '../base/params.js'

/** Words that name what comes with the package. They reach nothing else, and whoever verifies needs them. */
const BUILT_IN: Partial<Readonly<Record<PrivateText, readonly string[]>>> = { KNOWLEDGE: ['wordnet'] }

/** Is a value the custodian's alone, so that nobody else's is taken for it and no file tells it? */
export function isPrivate(param: Param | undefined, value: unknown): boolean {
  if (param?.type !== 'text' || value === undefined) return false
  const kind = PRIVATE_TEXTS.find((one) => one === param.is)
  return kind !== undefined && !(BUILT_IN[kind] ?? []).includes(value as string)
}

/** Parameters as anybody may read them. What is no parameter may be one that was misspelt, and is not told either. */
export function shownParams(params: Params, values: Readonly<Record<string, unknown>>): ForeignParams {
  const shown = Object.entries(values).filter(([, value]) => value !== undefined)
  const hidden = (key: string, value: unknown) => !Object.hasOwn(params, key) || isPrivate(params[key], value)
  return Object.fromEntries(shown.map(([key, value]) => [key, hidden(key, value) ? GIVEN : value])) as ForeignParams
}

/** The private ones for the custodian's own record: where files lie, and of an address only whose it is, since the rest may hold a secret. */
export function recorded(params: Params, values: Readonly<Record<string, unknown>>): { name: string; value: string }[] {
  return Object.entries(values).flatMap(([name, value]) =>
    isPrivate(params[name], value) ? [{ name, value: place((params[name] as Text).is, String(value)) }] : [],
  )
}

function place(kind: Text['is'], value: string): string {
  if (kind === 'URL') return URL.canParse(value) ? `${new URL(value).protocol}//${new URL(value).host}` : 'no address'
  const [, scheme, path] = (kind === 'KNOWLEDGE' && /^(\w+:)(.*)$/s.exec(value)) || ['', '', value]
  return `${scheme}${resolve(path as string)}`
}

/** A message of an error, which may name a file, without what is private. */
export function withoutPrivate(message: string, params: Params, values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .filter(([key, value]) => typeof value === 'string' && isPrivate(params[key], value))
    .flatMap(([, value]) => [value as string, (value as string).replace(/^\w+:/, '')])
    .reduce((said, text) => said.replace(whole(text), 'what was given'), message)
}

/** A text where it does not stand inside a longer word. */
function whole(text: string): RegExp {
  return new RegExp(`(?<!\\w)${text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?!\\w)`, 'gu')
}
