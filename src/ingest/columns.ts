import { fail } from '../base/errors.js'

/** The columns that Lethe knows the meaning of. */
export const ROLES = ['user', 'query', 'time', 'rank', 'url'] as const
export type Role = (typeof ROLES)[number]

/** Where each known column and each further one stands: positions from 0. */
export interface Layout {
  readonly roles: Readonly<Partial<Record<Role, number>>>
  readonly extras: readonly { readonly name: string; readonly at: number }[]
}

/** `--columns user=AnonID,query=2,device=dev`: names or positions (from 1) of known columns, and further columns to keep. */
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
  const choice: Record<string, string> = Object.create(null)
  for (const part of argument.split(',')) {
    const [key, value, ...rest] = part.split('=').map((s) => s.trim())
    const taken = Object.keys(choice).some((other) => fold(other) === fold(key ?? ''))
    if (key && RESERVED.includes(fold(key)))
      fail('usage', `--columns cannot call a column '${key}': a release has one of that name`, 'Give it another name.')
    if (!key || value === undefined || rest.length > 0 || taken) {
      fail(
        'usage',
        `--columns does not understand '${part.trim()}'`,
        'Write for instance --columns user=AnonID,query=Query,time=QueryTime.',
      )
    }
    choice[key] = value
  }
  return choice
}

/** Does the first line of a file name columns? It does if it holds a name that we know or that the caller gave. */
export function looksLikeHeader(cells: readonly string[], choice: ColumnChoice): boolean {
  const wanted = new Set([...Object.values(choice), ...Object.values(USUAL).flat()].map(fold))
  // Somebody may have searched for "date": a line with a number, a moment or a URL in it names no columns.
  return cells.some((cell) => wanted.has(fold(cell))) && !cells.some((cell) => /^[\d.:/ -]*\d$|:\/\//.test(cell))
}

/** Finds the columns by name in a header, or by position where there is none. */
export function layout(
  header: readonly string[] | undefined,
  width: number,
  choice: ColumnChoice,
  unit: string | undefined,
): Layout {
  const roles: Partial<Record<Role, number>> = {}
  for (const role of ROLES) {
    const asked =
      role === 'user' && unit !== undefined && choice.user === undefined ? (choice[unit] ?? unit) : choice[role]
    const at = asked === undefined ? usual(header, role) : asked === '' ? undefined : locate(header, width, asked, role)
    if (at !== undefined) roles[role] = at
  }
  if (roles.query === undefined) {
    fail(
      'input',
      'no column holds the query',
      `Name it with --columns query=NAME${header ? '' : ' (or its position, from 1)'}.`,
    )
  }
  const extras = Object.entries(choice)
    .filter(([key]) => !(ROLES as readonly string[]).includes(key) && key !== unit)
    .map(([name, asked]) => ({ name, at: locate(header, width, asked, name) }))
  return { roles, extras }
}

/** The columns that a layout leaves unread, by name or, where there is no header, by place. */
export function unreadOf({ roles, extras }: Layout, header: readonly string[] | undefined, width: number): string[] {
  const read = new Set([...Object.values(roles), ...extras.map((extra) => extra.at)])
  return Array.from({ length: width }, (_, at) => header?.[at] ?? `column ${at + 1}`).filter((_, at) => !read.has(at))
}

function usual(header: readonly string[] | undefined, role: Role): number | undefined {
  if (header === undefined) return undefined
  for (const candidate of USUAL[role]) {
    const found = positions(header, candidate)
    if (found.length > 1) twice(header[found[0]!]!)
    if (found.length === 1) return found[0]
  }
  return undefined
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
    header === undefined ? 'It has no header line: give positions, from 1.' : 'Check the names in its header line.',
  )
}

function positions(header: readonly string[], name: string): number[] {
  return header.flatMap((cell, at) => (fold(cell) === fold(name) ? [at] : []))
}

function twice(name: string): never {
  fail(
    'input',
    `the column '${name}' stands twice in the header`,
    'Rename one of them, or choose by position: --columns query=2.',
  )
}

function fold(cell: string): string {
  return cell.trim().toLowerCase()
}
