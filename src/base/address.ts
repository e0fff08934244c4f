import { fail } from './errors.js'

// A log may lie in a database, a bucket or on a server: `sqlite:FILE?table=NAME`, `postgres://user@host/db?query=SELECT ...`, `s3://bucket/key`. An address may
// hold a password, a signature, or texts of the log in its query. None of these is told: what is shown is the label.

export const SCHEMES = ['sqlite:', 'duckdb:', 'postgres://', 'postgresql://', 's3://', 'https://', 'http://'] as const
export type Scheme = (typeof SCHEMES)[number]

/** Is it an address, and not the name of a file? Also one of a kind that is not known here (jdbc:...://), behind a blank or typed with one slash, which may hold a password as well. */
export function isAddress(arg: string): boolean {
  return schemeOf(arg) !== undefined || /^\s*[a-z][a-z0-9+.:-]*:\/\//i.test(arg) || ONE_SLASH.test(arg)
}

const ONE_SLASH = /^(?:postgres|postgresql|s3|https?|ftp|kafka):(?:\/[^/]|[^/]*@)/i

export function schemeOf(arg: string): Scheme | undefined {
  return SCHEMES.find((scheme) => arg.toLowerCase().startsWith(scheme))
}

/** What is asked of a database: the rows of a table or of a query. */
export type Ask = { readonly table: string } | { readonly query: string } | undefined

export interface DatabaseAddress {
  /** What stands before the question mark. */
  readonly place: string
  readonly ask: Ask
  /** Further settings, as they stood. */
  readonly settings: readonly string[]
}

/** The parts of an address of a database. */
export function databaseAddress(arg: string): DatabaseAddress {
  const { place, table, query, settings } = partsOf(arg)
  if (table !== undefined && query !== undefined)
    fail('usage', 'an address names both a table and a query', 'Write one of ?table=NAME and ?query=SELECT...')
  if (query !== undefined) return { place, settings, ask: { query: decoded(query) } }
  return { place, settings, ask: table === undefined ? undefined : { table: decoded(table) } }
}

/** The same as they stand. A query goes on to the end, so that & and # can stand in it as they are. */
function partsOf(arg: string) {
  const [, place = arg, rest = ''] = /^([^?]*)\?(.*)$/s.exec(arg) ?? []
  const [, before = rest, query] = /^(.*?)(?:^|&)query=(.*)$/s.exec(rest) ?? []
  const words = before.split('&').filter((word) => word !== '')
  const [table] = words.flatMap((word) => /^table=(.+)$/s.exec(word)?.[1] ?? [])
  return { place, table, query, settings: words.filter((word) => !word.startsWith('table=')) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    return fail('usage', 'an address holds a % that stands for nothing', 'Write %25 for a percent sign.', cause)
  }
}

/** The file of an address such as sqlite:FILE?table=NAME. */
export function fileOf(arg: string): string {
  const file = arg.slice(arg.indexOf(':') + 1, arg.includes('?') ? arg.indexOf('?') : undefined)
  return decoded(file.replace(/^\/\/(?=\/)/, '')) // sqlite:///abs/path, as others write it
}

/** A password with a ? or # in it, of which a part would be taken for a port. */
const CUT_PASSWORD = /^[^:]*:\/\/[^/]*[?#][^/]*@/

/** An address as it may be shown: without user, password, signature, and without what a query says. */
export function labelOf(arg: string): string {
  const scheme = schemeOf(arg)
  if (scheme === 'sqlite:' || scheme === 'duckdb:') return `${scheme}${unquestioned(arg, scheme)}${askedIn(arg)}`
  if (/^\s*kafka:/i.test(arg)) return kafkaLabel(arg)
  if (scheme === 's3://') return `s3://${arg.slice(scheme.length).replace(/^[^/]*@/, '')}`
  const url = URL.canParse(arg) ? new URL(arg) : undefined
  if (url === undefined || (url.host === '' && !/^[^:]*:\/{3}/.test(arg)) || CUT_PASSWORD.test(arg))
    return `${/^[^:]*:/.exec(arg)?.[0] ?? ''}//...`
  const shown = `${url.protocol}//${url.host}${url.pathname}`
  return scheme?.startsWith('postgres') ? `${shown}${askedIn(arg)}` : shown
}

/** Brokers and topic of kafka://user:password@host:port,host:port/topic?...; nothing where a password may stand in an odd place. */
function kafkaLabel(arg: string): string {
  const [, brokers, topic = ''] =
    /^\s*kafka:\/\/(?:[^/?#@]*@)?([^/?#@]+)(?:\/([^/?#@]*))?(?:\?[^@]*)?$/i.exec(arg) ?? []
  return brokers === undefined ? 'kafka://...' : `kafka://${brokers}/${topic}`
}

function unquestioned(arg: string, scheme: Scheme): string {
  return arg.slice(scheme.length).split('?', 1)[0] ?? ''
}

function askedIn(arg: string): string {
  const { table, query } = partsOf(arg)
  return table !== undefined ? `?table=${table}` : query !== undefined ? '?query=...' : ''
}

/** An address as it may stand in a configuration that reads it again: what it asks for stays, passwords and signatures do not. */
export function keepable(arg: string): string {
  const scheme = schemeOf(arg)
  if (scheme === 'sqlite:' || scheme === 'duckdb:') return arg
  if (!scheme?.startsWith('postgres') || !URL.canParse(arg) || CUT_PASSWORD.test(arg)) return sayable(arg)
  const { protocol, username, host, pathname } = new URL(arg)
  const { table, query } = partsOf(arg)
  const asked = table !== undefined ? `?table=${table}` : query !== undefined ? `?query=${query}` : ''
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}${asked}`
}

/** The parts of an address that are never shown, for texts that quote it in pieces. */
export function secretsOf(arg: string): string[] {
  if (!isAddress(arg)) return []
  const [, password = ''] = /^.*?:\/{0,2}[^:/?#]*:([^/?#]*)@/.exec(arg) ?? []
  const [, asked = ''] = /\?(.*)$/s.exec(schemeOf(arg) === 's3://' ? '' : arg) ?? []
  const label = labelOf(arg)
  return [password, asked].filter((part) => part.length >= SHORTEST_SECRET && !label.includes(part))
}

/** Shorter ones stand in other words too, which could not be read any more. */
const SHORTEST_SECRET = 4

/** Words that may be an address, as they may be shown. */
export function sayable(word: string): string {
  return isAddress(word) ? labelOf(word) : word
}
