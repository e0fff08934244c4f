import { LetheError } from '../base/errors.js'
import type { Session } from '../engines/session.js'
import { NO_QUERY, ROLES, type Role, TWICE } from '../ingest/columns.js'
import type { InputOptions } from '../ingest/index.js'
import { refusedObjects } from '../ingest/json-paths.js'
import { type LookedAt, previewLog } from '../ingest/preview.js'
import type { Source } from '../log/log.js'
import type { Understood } from '../log/understood.js'

const UNRECOGNISED = 'no column was recognised as the query'

/** The log as it is understood; what nothing can be taken for as it stands is left open, and all columns are told, for somebody to choose from. */
export async function looked(inputs: readonly string[], input: InputOptions, show: boolean, session: Session) {
  let named = input
  const open: Open[] = []
  for (let left = MOST_LOOKS; ; left--) {
    try {
      const { source, ...seen } = await previewLog(inputs, named, show, session)
      const whole = { source, ...seen, understood: source.understood!, reading: source.found ?? {} }
      return open.reduceRight(leftOpen, whole)
    } catch (error) {
      const found = error instanceof LetheError ? openBy(error, input) : undefined
      if (found === undefined || left === 0) throw error
      if (!open.some(({ role }) => role === found.role)) open.push(found)
      named = { ...found.by, ...named, columns: { ...named.columns, ...found.by.columns } }
    }
  }
}

const MOST_LOOKS = 8

/** A role that no column can be taken for, why, and how the rest can be looked at. */
interface Open {
  readonly role: Role
  readonly doubt: string
  readonly by: Pick<InputOptions, 'header' | 'columns'>
}

function openBy(error: LetheError, { columns = {} }: InputOptions): Open | undefined {
  const objects = refusedObjects(error)
  const role = objects?.role ?? 'query'
  if (columns[role] !== undefined) return undefined
  const { said, inside } = objects ?? {}
  if (said !== undefined && role !== 'query')
    return { role, doubt: `${said}: name one inside it`, by: { columns: { [role]: '' } } }
  // Some column stands in for the query, since there must be one.
  if (said !== undefined)
    return inside === undefined
      ? undefined
      : { role, doubt: `${said}: name one inside it`, by: { columns: { query: inside } } }
  if (error.message === NO_QUERY) return { role, doubt: UNRECOGNISED, by: { header: true, columns: { query: '1' } } }
  if (!error.message.endsWith(TWICE)) return undefined
  const unread = Object.fromEntries(ROLES.map((one) => [one, columns[one] ?? '']))
  const doubt = `${error.message}: say by position which is meant`
  return { role, doubt, by: { header: true, columns: { ...unread, query: '1' } } }
}

type Whole = Omit<LookedAt, 'source'> & {
  readonly source: Source
  readonly understood: Understood
  readonly reading: Readonly<Record<string, unknown>>
}

function leftOpen(seen: Whole, { role, doubt }: Open): Whole {
  const { columns, understood } = seen
  const { columns: found = {}, ...reading } = seen.reading as { readonly columns?: Readonly<Record<string, string>> }
  const { [role]: _, ...others } = found
  return {
    ...seen,
    // What stands in may be something else already.
    columns: columns.flatMap((one) => {
      if (one.becomes !== role) return [one]
      return columns.some(({ column, becomes }) => column === one.column && becomes !== role)
        ? []
        : [{ ...one, becomes: null }]
    }),
    understood: {
      ...understood,
      columns: understood.columns.map((one) => (one.column === role ? { ...one, from: null } : one)),
      doubts: [doubt, ...understood.doubts],
    },
    reading:
      role === 'query' || Object.keys(others).length === 0
        ? { format: seen.source.format }
        : { ...reading, columns: others },
  }
}
