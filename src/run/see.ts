import { statSync } from 'node:fs'
import { isInStorage } from '../base/storage/index.js'
import { cast } from '../engines/dialect/index.js'
import type { Session } from '../engines/session.js'
import { fresh } from '../engines/sql.js'
import { type InputOptions, readLog } from '../ingest/index.js'
import { readSeen, type Seen } from '../release/seen.js'
import { openAnywhere } from './open-release.js'

/** A release by its folder, or data that somebody else released as a file with --columns. */
export async function see(path: string, input: InputOptions, session: Session): Promise<Seen> {
  if (isInStorage(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return readSeen(session.engine, await openAnywhere(path, session))
  const { log } = await readLog([path], { ...input, keepRaw: true }, session)
  const table = fresh('foreign')
  const columns = [
    ...(log.unit === undefined ? [] : [['person', 'pseudonym']]),
    ['raw', 'query'],
    ...(log.has.url ? [['url', 'host']] : []),
    ...(log.has.time ? [['time', 'time']] : []),
    ...(log.has.rank ? [['rank', 'rank']] : []),
    ...log.extras.map((extra) => [`x_${extra}`, extra]),
  ] as [string, string][]
  await session.engine.materialise(
    table,
    `SELECT ${columns.map(([from, to]) => `${cast(`"${from}"`, 'text')} AS "${to}"`).join(', ')} FROM ${log.table} WHERE query IS NOT NULL`,
  )
  return { manifest: undefined, rows: { table, columns: columns.map(([, to]) => to) }, side: {} }
}
