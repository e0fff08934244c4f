import { columnsIn, type Engine } from '../../engines/engine.js'

/** An array for each of the columns asked for. */
type Arrays<C extends readonly string[]> = { readonly [K in keyof C]: Uint32Array }

/** Numbers of a table in batches, a typed array for each column. */
export async function* numbers<const C extends readonly string[]>(
  engine: Engine,
  columns: C,
  from: string,
): AsyncGenerator<Arrays<C>> {
  const wanted = columns.map((sql) => ({ sql, bytes: 4 as const }))
  for await (const batch of columnsIn(engine).memory(wanted, from))
    yield batch.map((bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)) as Arrays<C>
}
