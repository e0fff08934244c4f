import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { keepable } from '../base/address.js'
import { checkNewFile } from '../base/output-place.js'
import { type Resources, withSession } from '../engines/session.js'
import { type InputOptions, readingFlags, reasonsOf } from '../ingest/index.js'
import type { Preview } from '../report/preview.js'
import { looked } from './looked.js'

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
