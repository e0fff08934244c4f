import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import type { FixedColumn } from '../engine.js'

type Guarded = <T>(work: () => Promise<T>) => Promise<T>

/** The vectors of a result as they lie in memory: reading values one by one costs more than most of what is done with them. */
export async function columnMemory(
  connection: DuckDBConnection,
  guarded: Guarded,
  columns: readonly FixedColumn[],
  from: string,
): Promise<Iterable<readonly Uint8Array[]>> {
  const selected = columns.map(({ sql, bytes }) => (bytes === 4 ? `(${sql})::UINTEGER` : `(${sql})::UUID`))
  const result = await guarded(() => connection.run(`SELECT ${selected.join(', ')} FROM ${from}`))
  function* batches() {
    for (let i = 0; i < result.chunkCount; i++) yield vectors(result.getChunk(i), columns)
  }
  return batches()
}

function vectors(chunk: DuckDBDataChunk, columns: readonly FixedColumn[]): readonly Uint8Array[] {
  return columns.map(({ bytes }, i) => {
    // The driver keeps the memory of a vector to itself: it is there under these names in the version that is installed.
    const vector = chunk.getColumnVector(i) as unknown as {
      readonly items?: Uint32Array
      readonly dataView?: DataView
    }
    const view = bytes === 4 ? vector.items : vector.dataView
    if (view === undefined) throw new Error('the driver no longer shows the memory of its vectors')
    const raw = new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength)
    return bytes === 4 ? raw : unsigned(raw)
  })
}

/** The engine keeps such a value as a signed number whose highest bit is turned, so that it sorts as its text does. */
function unsigned(raw: Uint8Array): Uint8Array {
  for (let at = 15; at < raw.length; at += 16) raw[at]! ^= 0x80
  return raw
}
