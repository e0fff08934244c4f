import type { RecordBatch, Vector } from 'apache-arrow'
import type { Batch, Value } from '../engine.js'

/** What columns of Arrow hold, as far as Spark sends it. */
type Reader = (value: unknown) => Value

/** Names and values of a batch that came as a stream of Arrow. Times are as the clock shows them, with `iso` as in records of the embedded engine. */
export async function batchOf(
  bytes: Uint8Array,
  iso = false,
): Promise<{ readonly names: readonly string[]; readonly batch: Batch }> {
  const { tableFromIPC, DataType } = await import('apache-arrow')
  const table = tableFromIPC(bytes)
  const readers = table.schema.fields.map(({ type }): Reader => {
    if (DataType.isTimestamp(type))
      return (value) => (iso ? new Date(Number(value)).toISOString() : clock(Number(value)))
    if (DataType.isDate(type)) return (value) => new Date(Number(value)).toISOString().slice(0, iso ? undefined : 10)
    if (DataType.isDecimal(type)) {
      const scale = 10 ** type.scale
      return (value) => Number(wide(value as Uint32Array)) / scale
    }
    if (DataType.isBinary(type)) return (value) => Buffer.from(value as Uint8Array).toString('hex')
    return plain
  })
  const columns = table.schema.fields.map((_, i) => valuesOf(table.batches, i, readers[i]!))
  return { names: table.schema.fields.map(({ name }) => name), batch: columns }
}

function valuesOf(batches: readonly RecordBatch[], column: number, read: Reader): Value[] {
  const found: Value[] = []
  for (const batch of batches) {
    const vector = batch.getChildAt(column) as Vector
    for (let i = 0; i < vector.length; i++) {
      const value: unknown = vector.get(i)
      found.push(value === null || value === undefined ? null : read(value))
    }
  }
  return found
}

function plain(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'bigint' ? Number(value) : String(value)
}

function clock(milliseconds: number): string {
  return new Date(milliseconds)
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.\d*?)0*Z$/, '$1')
    .replace(/\.$/, '')
}

/** A number of 128 bits from its words, the lowest first, with its sign. */
function wide(words: Uint32Array): bigint {
  let value = 0n
  for (let i = words.length - 1; i >= 0; i--) value = (value << 32n) | BigInt(words[i]!)
  return BigInt.asIntN(32 * words.length, value)
}

/** Rows of texts as a stream of Arrow. */
export async function arrowOf(columns: readonly string[], batch: Batch): Promise<Uint8Array> {
  const { Table, Utf8, tableToIPC, vectorFromArray } = await import('apache-arrow')
  const vectors = Object.fromEntries(
    columns.map((column, i) => [
      column,
      vectorFromArray(
        batch[i]!.map((value) => (value === null ? null : String(value))),
        new Utf8(),
      ),
    ]),
  )
  return tableToIPC(new Table(vectors), 'stream')
}
