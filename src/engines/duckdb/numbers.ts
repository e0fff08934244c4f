import { type DuckDBConnection, DuckDBDataChunk, UINTEGER } from '@duckdb/node-api'
import { name } from '../sql.js'
import { spell } from './dialect.js'

/** Rows of one chunk. */
const CHUNK = 2048

/** A table of numbers from typed arrays: no text and no array of values on the way. */
export async function appendNumbers(
  connection: DuckDBConnection,
  table: string,
  columns: Readonly<Record<string, Uint32Array>>,
): Promise<void> {
  const listed = Object.keys(columns).map((column) => `${name(column)} UINTEGER`)
  await connection.run(spell(`CREATE TABLE ${name(table)} (${listed.join(', ')})`))
  const appender = await connection.createAppender(table)
  const arrays = Object.values(columns)
  const rows = arrays[0]?.length ?? 0
  for (let from = 0; from < rows; from += CHUNK) {
    const chunk = DuckDBDataChunk.create(arrays.map(() => UINTEGER))
    chunk.rowCount = Math.min(CHUNK, rows - from)
    arrays.forEach((array, i) => {
      // An array of numbers as far as the driver looks: its length, and its values by their places.
      chunk.setColumnValues(i, array.subarray(from, from + CHUNK) as unknown as number[])
    })
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
}
