import { withSession } from '../../src/engines/session.js'
import { type InputOptions, readLog } from '../../src/ingest/index.js'
import type { Log, Records, Source } from '../../src/log/log.js'

export interface Row {
  readonly person: string | null
  readonly query: string | null
  readonly time: string | null
  readonly rank: number | null
  readonly url: string | null
  readonly [extra: string]: string | number | null
}

/** Reads files as a log, and gives all of its rows in their order. */
export function read(
  inputs: readonly string[],
  options: InputOptions = {},
): Promise<{ readonly rows: readonly Row[]; readonly log: Log; readonly source: Source; readonly records: Records }> {
  return withSession({ threads: 2 }, async (session) => {
    const { log, source } = await readLog(inputs, options, session)
    const rows = await session.engine.all<Row>(`SELECT * REPLACE (time::VARCHAR AS time) FROM ${log.table}`)
    return { rows, log, source, records: await source.records() }
  })
}

/** Bad rows as `file:row reason`, files from 1. */
export function badRows({ bad }: Source): string[] {
  return bad.map(({ file, row, reason }) => `${file + 1}:${row} ${reason}`).sort()
}
