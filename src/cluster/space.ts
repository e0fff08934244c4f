/** Users with a distance between any two of them, from 0 to 1: what partitioners work on. */
export interface Space {
  readonly size: number
  /** The distances from each of some users to each of others, row by row into `out`. */
  block(rows: Uint32Array, columns: Uint32Array, out: Float32Array): void
  /** What users have in common, where a partitioner asks for that. */
  similarities?(rows: Uint32Array, columns: Uint32Array, out: Float32Array): void
}

/** Typed arrays by name, which threads can share. */
export type Arrays = Readonly<Record<string, Uint32Array | Int32Array | Float64Array | Float32Array | Uint16Array>>

/** A copy of the arrays in memory that threads share. */
export function shared<T extends Arrays>(arrays: T): T {
  const copies = Object.entries(arrays).map(([name, array]) => {
    const Kind = array.constructor as new (buffer: SharedArrayBuffer) => typeof array
    const copy = new Kind(new SharedArrayBuffer(array.byteLength))
    copy.set(array as never)
    return [name, copy]
  })
  return Object.fromEntries(copies) as T
}

/** The numbers from `from` to before `to`. */
export function numbers(from: number, to: number): Uint32Array {
  return Uint32Array.from({ length: to - from }, (_, i) => from + i)
}
