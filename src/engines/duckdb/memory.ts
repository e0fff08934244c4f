import {
  type DuckDBBlobVector,
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBScalarFunction,
  type DuckDBVector,
  UINTEGER,
} from '@duckdb/node-api'
import type { FixedColumn } from '../engine.js'
import { fresh } from '../sql.js'
import { spell } from './dialect.js'

type Guarded = <T>(work: () => Promise<T>) => Promise<T>

/** The driver keeps the memory of a vector to itself: it is there under these names in the version that is installed. */
interface Exposed {
  readonly items?: Uint32Array | BigInt64Array | BigUint64Array
  readonly dataView?: DataView
}

/** The vectors of a result as they lie in memory: reading values one by one costs more than most of what is done with them. */
export async function* columnMemory(
  connection: DuckDBConnection,
  guarded: Guarded,
  columns: readonly FixedColumn[],
  from: string,
): AsyncGenerator<readonly Uint8Array[]> {
  const result = await guarded(() => connection.stream(select(columns, from)))
  const fetch = () => {
    const chunk = guarded(() => result.fetchChunk())
    chunk.catch(() => {}) // awaited in its turn
    return chunk
  }
  let next = fetch()
  try {
    for (;;) {
      const chunk = await next
      if (chunk === null || chunk.rowCount === 0) return
      next = fetch() // the engine goes on while the caller works
      yield vectors(chunk, columns)
    }
  } finally {
    await Promise.allSettled([next]) // whoever stops early may close the engine
  }
}

export async function memoryAtOnce(
  connection: DuckDBConnection,
  columns: readonly FixedColumn[],
  from: string,
): Promise<Iterable<readonly Uint8Array[]>> {
  const result = await connection.run(select(columns, from))
  function* batches() {
    for (let i = 0; i < result.chunkCount; i++) yield vectors(result.getChunk(i), columns)
  }
  return batches()
}

function select(columns: readonly FixedColumn[], from: string): string {
  return spell(`SELECT ${columns.map(({ sql, bytes }) => CAST[bytes](sql)).join(', ')} FROM ${from}`)
}

function vectors(chunk: DuckDBDataChunk, columns: readonly FixedColumn[]): readonly Uint8Array[] {
  return columns.map(({ bytes }, i) => {
    const vector = chunk.getColumnVector(i)
    const raw = memoryOf(vector)
    return bytes === 16 ? signed(raw) : bytes === 'text' ? selfContained(raw, vector as DuckDBBlobVector) : raw
  })
}

const CAST: Readonly<Record<FixedColumn['bytes'], (sql: string) => string>> = {
  4: (sql) => `(${sql})::UINTEGER`,
  8: (sql) => sql,
  16: (sql) => `(${sql})::UUID`,
  text: (sql) => `encode(${sql})`,
}

/** The memory of a vector of the driver. */
export function memoryOf(vector: DuckDBVector): Uint8Array {
  const { items, dataView } = vector as Exposed
  const view = items ?? dataView
  if (view === undefined) throw new Error('the driver no longer shows the memory of its vectors')
  return new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength)
}

const HIGHEST = 1 << 31

/** The engine keeps such a value as a signed number whose highest bit is turned, so that it sorts as its text does: there and back. */
export function signed(raw: Uint8Array): Uint8Array {
  const words = new Int32Array(raw.buffer, raw.byteOffset, raw.length >> 2)
  for (let at = 3; at < words.length; at += 4) words[at]! ^= HIGHEST
  return raw
}

const SHORT = 12

/** The engine points to texts that are longer than 12 bytes: they come behind, and their places in place of the pointers. */
function selfContained(raw: Uint8Array, vector: DuckDBBlobVector): Uint8Array {
  const views = new Uint32Array(raw.buffer, raw.byteOffset, raw.length >> 2)
  let end = raw.length
  for (let i = 0; i < views.length; i += 4) if (views[i]! > SHORT) end += views[i]!
  if (end === raw.length) return raw
  const all = new Uint8Array(end)
  all.set(raw)
  const places = new Uint32Array(all.buffer, 0, views.length)
  let at = raw.length
  for (let i = 0; i < views.length; i += 4) {
    if (views[i]! <= SHORT) continue
    all.set(vector.getItemBytes(i >> 2) as Uint8Array, at)
    places[i + 2] = at
    at += views[i]!
  }
  return all
}

/** A function of the engine for an array: joining a table with it would cost more than all else that is done to a row. */
export async function lookUp<T>(
  connection: DuckDBConnection,
  numbers: Uint32Array,
  work: (at: (sql: string) => string) => Promise<T>,
): Promise<T> {
  const called = fresh('number_at')
  let held: Uint32Array | undefined = numbers
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name: called,
      parameterTypes: [UINTEGER],
      returnType: UINTEGER,
      mainFunction(_, chunk, out) {
        const places = numbersIn(chunk.getColumnVector(0))
        const found = numbersIn(out)
        if (held) for (let i = 0; i < places.length; i++) found[i] = held[places[i]!]!
        out.flush()
      },
    }),
  )
  try {
    return await work((sql) => `${called}((${sql})::UINTEGER)`)
  } finally {
    held = undefined // the engine keeps the function until it closes
  }
}

function numbersIn(vector: DuckDBVector): Uint32Array {
  const bytes = memoryOf(vector)
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
}
