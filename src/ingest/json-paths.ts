import { fail, type LetheError } from '../base/errors.js'
import { endsWith, isAt, itemAt, startsWith, valuesAt, withoutLast } from '../engines/dialect/index.js'
import type { Role } from './columns.js'

export type Document = Readonly<Record<string, unknown>>

/** The object that a line holds; undefined for anything else. */
export function objectIn(line: string): Document | undefined {
  try {
    const held: unknown = JSON.parse(LONG_NUMBER.test(line) ? withExactNumbers(line) : line)
    return typeof held === 'object' && held !== null && !Array.isArray(held) ? (held as Document) : undefined
  } catch {
    return undefined
  }
}

const LONG_NUMBER = /\d{16}/
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** Whole numbers that JavaScript would round become texts, without a fraction of zeros: two ids that differ in their last digit are two persons. */
function withExactNumbers(line: string): string {
  return line.replace(TEXT_OR_NUMBER, (part) => {
    const [, whole] = /^(-?\d{16,})(?:\.0+)?$/.exec(part) ?? []
    return whole !== undefined && !Number.isSafeInteger(Number(whole)) ? `"${whole}"` : part
  })
}

const MOST_DOTS = 3

/**
 * The ways to walk a path such as `user.id`: a key may hold dots itself, so the longest key comes first, at every step. A document is asked for the first
 * way that leads to something.
 */
export function waysOf(path: string): readonly (readonly string[])[] {
  const known = WAYS.get(path)
  if (known !== undefined) return known
  const ways = waysTo(path)
  if (WAYS.size < MOST_WAYS) WAYS.set(path, ways)
  return ways
}

/** Paths are few, and asked for in every document. */
const WAYS = new Map<string, readonly (readonly string[])[]>()
const MOST_WAYS = 1000

function waysTo(path: string): readonly (readonly string[])[] {
  const parts = path.split('.')
  if (parts.length > MOST_DOTS + 1) return [[path], parts]
  if (parts.length === 1) return [[path]]
  return parts.flatMap((_, i) => {
    const taken = parts.length - i
    const first = parts.slice(0, taken).join('.')
    return taken === parts.length ? [[first]] : waysTo(parts.slice(taken).join('.')).map((rest) => [first, ...rest])
  })
}

/** A path of keys as JSON pointer. */
export function pointer(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** What stands at a path in a document; undefined for nothing, and for null. */
export function valueAt(document: Document, path: string): unknown {
  if (!path.includes('.')) return ownValue(document, path) ?? undefined // most, and asked of every document
  for (const way of waysOf(path)) {
    let at: unknown = document
    for (const key of way) at = ownValue(at, key)
    if (at !== undefined && at !== null) return at
  }
  return undefined
}

function ownValue(held: unknown, key: string): unknown {
  return typeof held === 'object' && held !== null && Object.hasOwn(held, key) ? (held as Document)[key] : undefined
}

/** Values of documents as SQL: all of them are taken out in one go, which costs hardly more than one. */
export interface JsonValues {
  /** SQL for the list of values, to be called `held` beside `doc`. */
  readonly all: string
  /** The value at the first of these paths that leads to one, as text. */
  text(paths: readonly string[]): string
  /** The same, where a whole number is written without a fraction: 1.0 and 1 are one person, and so are -0 and 0. */
  id(paths: readonly string[]): string
  /** Is it an object or a list? */
  isNone(paths: readonly string[]): string
}

/** Where a path leads to: the value, and whether it is of a kind. */
interface Found {
  readonly value: string
  is(...kinds: Parameters<typeof isAt>[2]): string
}

export function jsonValues(all: readonly string[]): JsonValues {
  const pointers = [...new Set(all.flatMap((path) => waysOf(path).map(pointer)))]
  const of = (paths: readonly string[]): Found[] =>
    paths.flatMap(waysOf).map((way) => {
      const to = pointer(way)
      return {
        value: itemAt('held', pointers.indexOf(to) + 1),
        is: (...kinds: Parameters<typeof isAt>[2]) => isAt('doc', to, kinds),
      }
    })
  const first = (paths: readonly string[], then: (found: Found) => string) => {
    const ways = of(paths)
    const [only] = ways
    if (only && ways.length === 1) return then(only)
    return `CASE ${ways.map((way) => `WHEN ${way.value} IS NOT NULL THEN ${then(way)}`).join(' ')} END`
  }
  return {
    all: valuesAt('doc', pointers),
    text: (paths) => first(paths, ({ value }) => value),
    id: (paths) =>
      first(
        paths,
        ({ value, is }) =>
          `CASE WHEN ${value} IN ('-0', '-0.0') AND NOT ${is('text')} THEN '0' WHEN ${endsWith(value, `'.0'`)} AND ${is('fraction')} THEN ${withoutLast(value, 2)} ELSE ${value} END`,
      ),
    // The type is asked for where the text lets it be one: a query may begin with a bracket too.
    isNone: (paths) =>
      first(
        paths,
        ({ value, is }) =>
          `CASE WHEN ${startsWith(value, `'{'`)} OR ${startsWith(value, `'['`)} THEN ${is('object', 'list')} ELSE false END`,
      ),
  }
}

const MOST_NAMED = 8
const DEEPEST = 4

/**
 * Refuses a column that holds objects or lists, of which each would pass for a value of its own: one person would be as many as there are sessions. Says which
 * paths lead to values inside; keys that few of the documents have may be content, and are not named.
 */
export function refuseNoValues(documents: readonly Document[], role: Role, path: string, flags = ''): void {
  const held = documents.map((document) => valueAt(document, path)).filter((value) => typeof value === 'object')
  if (held.length > 0) refuseObjects(role, path, pathsInside(held, path), flags)
}

/** The same by the paths inside; `flags` are what else is needed to name one. */
export function refuseObjects(role: Role, path: string, inside: readonly string[], flags = ''): never {
  fail(
    'input',
    `the column '${path}' holds objects or lists, and ${role} must be a single value`,
    inside.length === 0
      ? `Name another column with ${flags}--columns ${role}=NAME.`
      : `Name one inside it: ${flags}--columns ${role}=${inside[0]} (there ${inside.length === 1 ? 'is' : 'are'} ${inside.slice(0, MOST_NAMED).join(', ')}).`,
  )
}

/** Whose column held objects where that was refused, what was said of it, and the first path to a value inside. */
export function refusedObjects({
  message,
  next = '',
}: LetheError): { role: Role; said: string; inside?: string } | undefined {
  const [, said, role] =
    /^(the column '.*' holds objects or lists), and (\w+) must be a single value$/s.exec(message) ?? []
  if (said === undefined) return undefined
  const [, inside] = /--columns \w+=(.*) \(there (?:is|are) /s.exec(next) ?? []
  return { role: role as Role, said, ...(inside === undefined ? {} : { inside }) }
}

/** Paths to the values in documents, of which at least half have each. */
export function pathsIn(documents: readonly Document[]): string[] {
  return pathsInside(documents, '').map((path) => path.slice(1))
}

function pathsInside(held: readonly unknown[], path: string): string[] {
  const seen = new Map<string, number>()
  const walk = (value: unknown, at: string, depth: number) => {
    if (typeof value !== 'object' || value === null) seen.set(at, (seen.get(at) ?? 0) + 1)
    else if (!Array.isArray(value) && depth < DEEPEST)
      for (const [key, inner] of Object.entries(value)) walk(inner, `${at}.${key}`, depth + 1)
  }
  for (const value of held) if (!Array.isArray(value)) walk(value, path, 0)
  return [...seen].filter(([at, n]) => at !== path && 2 * n >= held.length).map(([at]) => at)
}
