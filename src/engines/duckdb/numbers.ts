import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DuckDBConnection, DuckDBDataChunk, UINTEGER, UUID } from '@duckdb/node-api'
import { name } from '../sql.js'
import { spell } from './dialect.js'
import { memoryOf, signed } from './memory.js'

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

/** A table from memory as kernels see it: no value is made on the way. */
export async function appendMemory(
  connection: DuckDBConnection,
  table: string,
  columns: readonly string[],
  batches: AsyncIterable<readonly Uint8Array[]>,
): Promise<void> {
  await connection.run(
    spell(`CREATE TABLE ${name(table)} (${columns.map((column) => `${name(column)} UUID`).join(', ')})`),
  )
  const appender = await connection.createAppender(table)
  const types = columns.map(() => UUID)
  let chunks = 0
  for await (const batch of batches) {
    const rows = batch[0]!.length >> 4
    for (let from = 0; from < rows; from += CHUNK) {
      const chunk = DuckDBDataChunk.create(types)
      chunk.rowCount = Math.min(CHUNK, rows - from)
      for (const [i, column] of batch.entries()) {
        const vector = chunk.getColumnVector(i)
        const memory = memoryOf(vector)
        memory.set(column.subarray(from << 4, (from + chunk.rowCount) << 4))
        signed(memory)
        vector.flush()
      }
      appender.appendDataChunk(chunk)
      if (++chunks % 64 === 0) await nextTurn() // the driver frees chunks between turns of the event loop only
    }
  }
  appender.closeSync()
}
