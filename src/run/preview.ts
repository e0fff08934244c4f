import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { keepable } from '../base/address.js'
import { checkNewFile } from '../base/output-place.js'
import { type Resources, withSession } from '../engines/session.js'
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
    const { source, rows, columns } = await previewLog(inputs, input, show, session)
    const reading = source.found ?? {}
    if (write !== undefined)
      writeFileSync(write, stringify({ input: { files: inputs.map(keepable), ...reading } }), { flag: 'wx' })
    return {
      files: source.paths.length,
      rows,
      badRows: source.bad.length,
      understood: source.understood!,
      columns,
      notes: source.notes,
      badReasons: reasonsOf(source.bad),
      flags: readingFlags(reading),
      reading,
      ...(write === undefined ? {} : { wrote: write }),
    }
  })
}
