import { fail } from '../base/errors.js'
import { urlParameter } from '../engines/dialect/index.js'

/** The columns that Lethe knows the meaning of. */
export const ROLES = ['user', 'query', 'time', 'rank', 'url'] as const
export type Role = (typeof ROLES)[number]

/** Where a value stands: in one column (positions from 0), in several that are joined, or in a parameter of a URL that stands there. */
export interface Place<At = number> {
  readonly at: readonly [At, ...At[]]
  readonly parameter?: string
}

/** Where each known column and each further one stands. */
export interface Layout {
  readonly roles: Readonly<Partial<Record<Role, Place>>>
  readonly extras: readonly { readonly name: string; readonly place: Place }[]
}

/**
 * `--columns user=AnonID,query=2,device=dev`: names or positions (from 1) of known columns, and further columns to keep; `time=date+clock` joins two, and
 * `query=url?q` takes a parameter of a URL.
 */
export type ColumnChoice = Readonly<Record<string, string>>

/** What the known columns are usually called. */
export const USUAL: Readonly<Record<Role, readonly string[]>> = {
  user: [
    'user',
    'user_id',
    'userid',
    'anonid',
    'uid',
    'person',
    'pseudonym',
    'client_id',
    'clientid',
    'cookie',
    'cookie_id',
    'visitor_id',
  ],
  query: [
    'query',
    'user_query',
    'q',
    'search',
    'search_term',
    'search_query',
    'querytext',
    'query_text',
    'keywords',
    'keyword',
    'phrase',
  ],
  time: [
    'time',
    'querytime',
    'query_time',
    'timestamp',
    'datetime',
    'date',
    'day',
    'hour',
    'ts',
    '@timestamp',
    'event_time',
  ],
  rank: ['rank', 'itemrank', 'item_rank', 'position', 'click_rank'],
  url: ['url', 'clickurl', 'click_url', 'clicked_url', 'host', 'target', 'link', 'result_url'],
}

// Columns that Lethe writes itself.
const RESERVED = ['pseudonym', 'tag', 'host', 'day', 'hour', 'seconds', 'person']

export function parseColumns(argument: string): ColumnChoice {
  return chosenColumns(
    argument.split(',').map((part) => {
      const [key, value, ...rest] = part.split('=').map((s) => s.trim())
      if (!key || value === undefined || rest.length > 0) misunderstood(part)
      return [key, value]
    }),
  )
}

/** Names of columns with their places, however they were written: each once, none that a release has itself, none that cannot be shown. */
export function chosenColumns(pairs: readonly (readonly [key: string, place: string])[]): ColumnChoice {
  const choice: Record<string, string> = Object.create(null)
  for (const [key, place] of pairs) {
    if (RESERVED.includes(fold(key)))
      fail('usage', `--columns cannot call a column '${key}': a release has one of that name`, 'Give it another name.')
    if (/\p{Cc}/u.test(key + place))
      fail('usage', 'the name of a column cannot have a control character in it', 'Give its position instead, from 1.')
    if (key === '' || Object.keys(choice).some((other) => fold(other) === fold(key))) misunderstood(`${key}=${place}`)
    choice[key] = place
  }
  return choice
}

function misunderstood(part: string): never {
  return fail(
    'usage',
    `--columns does not understand '${part.trim()}'`,
    'Write for instance --columns user=AnonID,query=Query,time=QueryTime.',
  )
}

/** Does the first line of a file name columns? It does if it holds a name that we know or that the caller gave. */
export function looksLikeHeader(cells: readonly string[], choice: ColumnChoice): boolean {
  const wanted = new Set([...Object.values(choice), ...Object.values(USUAL).flat()].map(fold))
  // Somebody may have searched for "date": a line with a number, a moment or a URL in it names no columns.
  return cells.some((cell) => wanted.has(fold(cell))) && !cells.some((cell) => /^[\d.:/ -]*\d$|:\/\//.test(cell))
}

/** Does a line below the header name columns once more? Two of its cells must be names: one may be what somebody asked. */
export function looksLikeSecondHeader(cells: readonly string[], choice: ColumnChoice): boolean {
  const wanted = new Set([...Object.values(choice), ...Object.values(USUAL).flat()].map(fold))
  return looksLikeHeader(cells, choice) && cells.filter((cell) => wanted.has(fold(cell))).length > 1
}

export const NO_QUERY = 'no column holds the query'

/** Finds the columns by name in a header, or by position where there is none. */
export function layout(
  header: readonly string[] | undefined,
  width: number,
  choice: ColumnChoice,
  unit: string | undefined,
): Layout {
  const roles: Partial<Record<Role, Place>> = {}
  const find = (asked: string, whose: string) => placeOf(header, width, asked, whose)
  for (const role of ROLES) {
    const asked =
      role === 'user' && unit !== undefined && choice.user === undefined ? (choice[unit] ?? unit) : choice[role]
    const place = asked === undefined ? usual(header, role) : asked === '' ? undefined : find(asked, role)
    if (place !== undefined) roles[role] = place
  }
  if (roles.query === undefined) {
    fail('input', NO_QUERY, `Name it with --columns query=NAME${header ? '' : ' (or its position, from 1)'}.`)
  }
  const extras = Object.entries(choice)
    .filter(([key]) => !(ROLES as readonly string[]).includes(key) && key !== unit)
    .map(([name, asked]) => ({ name, place: find(asked, name) }))
  return { roles, extras }
}

/** The columns that a layout leaves unread, by name or, where there is none that is theirs alone, by place. */
export function unreadOf({ roles, extras }: Layout, header: readonly string[] | undefined, width: number): string[] {
  const read = new Set([...Object.values(roles), ...extras.map((extra) => extra.place)].flatMap((place) => place.at))
  const called = (name: string | undefined, at: number) =>
    name === undefined || positions(header!, name).length > 1 ? `column ${at + 1}` : name
  return Array.from({ length: width }, (_, at) => called(header?.[at], at)).filter((_, at) => !read.has(at))
}

function usual(header: readonly string[] | undefined, role: Role): Place | undefined {
  if (header === undefined) return undefined
  for (const candidate of USUAL[role]) {
    const found = positions(header, candidate)
    if (found.length > 1) twice(header[found[0]!]!)
    if (found.length === 1) return { at: [found[0]!] }
  }
  return undefined
}

/** A column by its name or position; `a+b` and `a?b` mean two, or a parameter, where no column is called that. */
function placeOf(header: readonly string[] | undefined, width: number, asked: string, role: string): Place {
  const own = header !== undefined && positions(header, asked).length > 0
  return mapPlace(own ? { at: [asked] } : parsePlace(asked), (part) => locate(header, width, part, role))
}

/** What `a+b` or `a?b` says, where it is no name itself. */
export function parsePlace(asked: string): Place<string> {
  const [, url, parameter] = /^(.+)\?([^?]+)$/.exec(asked) ?? []
  if (url !== undefined && parameter !== undefined) return { at: [url], parameter }
  const [first = asked, ...rest] = asked.split('+')
  return { at: [first, ...rest] }
}

export function mapPlace<A, B>({ at: [first, ...rest], ...more }: Place<A>, to: (at: A) => B): Place<B> {
  return { ...more, at: [to(first), ...rest.map(to)] }
}

/** The value of a place as SQL, given that of each column. */
export function placeSql<At>({ at: [first, ...rest], parameter }: Place<At>, column: (at: At) => string): string {
  if (parameter !== undefined) return urlParameter(column(first), parameter)
  if (rest.length === 0) return column(first)
  return `trim(${[first, ...rest].map(column).join(` || ' ' || `)})`
}

/** A place as --columns would say it. */
export function placeName({ at, parameter }: Place<string>): string {
  return parameter === undefined ? at.join('+') : `${at.join('+')}?${parameter}`
}

/** Where columns were found, as --columns would say it. */
export function placesOf({ roles, extras }: Layout, names: readonly string[] | undefined): Record<string, string> {
  const said = (place: Place) => placeName(mapPlace(place, (column) => sayableName(names, column)))
  return Object.fromEntries([
    ...ROLES.flatMap((role) => (roles[role] === undefined ? [] : [[role, said(roles[role])]])),
    ...extras.map((extra) => [extra.name, said(extra.place)]),
  ])
}

/** The name of a column where --columns can say it, else its position. */
function sayableName(names: readonly string[] | undefined, column: number): string {
  const [name, position] = [names?.[column], String(column + 1)]
  if (names === undefined || name === undefined) return position
  const clear = name !== '' && name === name.trim() && !/[,=\p{Cc}]/u.test(name) && positions(names, name).length === 1
  return clear || positions(names, position).length > 0 ? name : position
}

function locate(header: readonly string[] | undefined, width: number, asked: string, role: string): number {
  const named = header === undefined ? [] : positions(header, asked)
  if (named.length > 1) twice(asked)
  if (named.length === 1) return named[0]!
  if (/^\d+$/.test(asked)) {
    const at = Number(asked) - 1
    if (at >= 0 && at < width) return at
    fail('input', `the log has ${width} columns, there is no column ${asked} for ${role}`, 'Positions count from 1.')
  }
  fail(
    'input',
    `the log has no column '${asked}' for ${role}`,
    header === undefined ? 'It has no header line: give positions, from 1.' : columnsThere(header),
  )
}

const MOST_NAMED = 20

/** What there is to choose from. */
function columnsThere(header: readonly string[]): string {
  const names = header.slice(0, MOST_NAMED).join(', ')
  return `It has ${names}${header.length > MOST_NAMED ? `, and ${header.length - MOST_NAMED} more` : ''}.`
}

function positions(header: readonly string[], name: string): number[] {
  return header.flatMap((cell, at) => (fold(cell) === fold(name) ? [at] : []))
}

export const TWICE = 'stands twice in the header'

function twice(name: string): never {
  fail('input', `the column '${name}' ${TWICE}`, 'Rename one of them, or choose by position: --columns query=2.')
}

function fold(cell: string): string {
  return cell.trim().toLowerCase()
}
