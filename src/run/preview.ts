import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { keepable } from '../base/address.js'
import { LetheError } from '../base/errors.js'
import { checkNewFile } from '../base/output-place.js'
import { type Resources, type Session, withSession } from '../engines/session.js'
import { NO_QUERY, ROLES, TWICE } from '../ingest/columns.js'
import { type InputOptions, readingFlags, reasonsOf } from '../ingest/index.js'
import { previewLog } from '../ingest/preview.js'
import type { Preview } from '../report/preview.js'

export type { Preview } from '../report/preview.js'

export interface PreviewOptions {
  /** Show values as they are: for the custodian's own eyes. */
  readonly show?: boolean
  /** A file to write a configuration to that reads the log in the same way again. */
  readonly write?: string
}

/** What was understood of a log from its first part, before anything is done with it. */
export function preview(
  inputs: readonly string[],
  { show = false, write }: PreviewOptions = {},
  input: InputOptions = {},
  resources: Resources = {},
): Promise<Preview> {
  if (write !== undefined) checkNewFile(write)
  return withSession(resources, async (session) => {
    const { source, rows, columns, encoding, understood, reading } = await looked(inputs, input, show, session)
    if (write !== undefined)
      writeFileSync(write, stringify({ input: { files: inputs.map(keepable), ...reading } }), { flag: 'wx' })
    return {
      files: source.paths.length,
      rows,
      badRows: source.bad.length,
      understood,
      columns,
      ...(encoding === undefined ? {} : { likelyEncoding: encoding }),
      notes: [...new Set([...understood.doubts, ...source.notes, ...notUtf8(encoding), ...lookalikes(columns)])],
      badReasons: reasonsOf(source.bad),
      flags: `${readingFlags(reading)}${understood.columns.some(isNoQuery) ? ' --columns query=NAME' : ''}`,
      reading,
      ...(write === undefined ? {} : { wrote: write }),
    }
  })
}

function notUtf8(encoding: string | undefined): string[] {
  return encoding === undefined
    ? []
    : [`some rows are set aside because they are not UTF-8: they look like --encoding ${encoding}`]
}

/** The only column that looks like a time, or a URL, where none is called so: said, not taken, since what is released depends on it. */
function lookalikes(columns: Preview['columns']): string[] {
  return (['time', 'url'] as const).flatMap((role) => {
    if (columns.some(({ becomes }) => becomes === role)) return []
    const [one, ...others] = columns.filter(({ becomes, type }) => becomes === null && type === role)
    if (one === undefined || others.length > 0) return []
    const what = role === 'time' ? 'a time' : 'a URL'
    return [
      `${one.column} is the only column that looks like ${what}, and is left out: --columns ${role}=${one.column} takes it`,
    ]
  })
}

function isNoQuery({ column, from }: Preview['understood']['columns'][number]): boolean {
  return column === 'query' && from === null
}

/** The log as it is understood; where no column was recognised as the query, or one stands there twice, all of them, for somebody to choose from. */
async function looked(inputs: readonly string[], input: InputOptions, show: boolean, session: Session) {
  try {
    const { source, ...seen } = await previewLog(inputs, input, show, session)
    return { source, ...seen, understood: source.understood!, reading: source.found ?? {} }
  } catch (error) {
    const doubt = error instanceof LetheError ? doubtOf(error) : undefined
    if (doubt === undefined || input.columns?.query !== undefined) throw error
    const unread = doubt === UNRECOGNISED ? {} : Object.fromEntries(ROLES.map((role) => [role, '']))
    const named = { header: true, ...input, columns: { ...unread, ...input.columns, query: '1' } }
    const { source, columns, ...seen } = await previewLog(inputs, named, show, session)
    const understood = source.understood!
    return {
      source,
      ...seen,
      // The first column stands in for the query, and may be something else already.
      columns: columns.flatMap((one) => {
        if (one.becomes !== 'query') return [one]
        return columns.some(({ column, becomes }) => column === one.column && becomes !== 'query')
          ? []
          : [{ ...one, becomes: null }]
      }),
      understood: {
        ...understood,
        columns: understood.columns.map((one) => (one.column === 'query' ? { ...one, from: null } : one)),
        doubts: [doubt, ...understood.doubts],
      },
      reading: { format: source.format },
    }
  }
}

const UNRECOGNISED = 'no column was recognised as the query'

/** What somebody has to decide who chooses columns by hand. */
function doubtOf({ message }: LetheError): string | undefined {
  if (message === NO_QUERY) return UNRECOGNISED
  return message.endsWith(TWICE) ? `${message}: say by position which is meant` : undefined
}
