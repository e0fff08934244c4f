/** Users with a distance between any two of them, from 0 to 1: what partitioners work on. */
export interface Space {
  readonly size: number
  /** The distances from each of some users to each of others, row by row into `out`. */
  block(rows: Uint32Array, columns: Uint32Array, out: Float32Array): void
  /** The distance, or any number of at least `limit` if it is no less than that, where this is cheaper. */
  within?(u: number, v: number, limit: number): number
  /** What users have in common, where a partitioner asks for that. */
  similarities?(rows: Uint32Array, columns: Uint32Array, out: Float32Array): void
}

/** Typed arrays by name, which threads can share. */
export type Arrays = Readonly<Record<string, Uint32Array | Int32Array | Float64Array | Float32Array | Uint16Array>>

type Kind<T> = new (buffer: SharedArrayBuffer) => T

/** An array in memory that threads share. */
export function inShared<T>(Kind: Kind<T> & { readonly BYTES_PER_ELEMENT: number }, length: number): T {
  return new Kind(new SharedArrayBuffer(length * Kind.BYTES_PER_ELEMENT))
}

/** The arrays in memory that threads share: copies of those that are not there. */
export function shared<T extends Arrays>(arrays: T): T {
  const all = Object.entries(arrays).map(([name, array]) => {
    if (array.buffer instanceof SharedArrayBuffer) return [name, array]
    const copy = new (array.constructor as Kind<typeof array>)(new SharedArrayBuffer(array.byteLength))
    copy.set(array as never)
    return [name, copy]
  })
  return Object.fromEntries(all) as T
}

/** The numbers from `from` to before `to`. */
export function numbers(from: number, to: number): Uint32Array {
  return Uint32Array.from({ length: to - from }, (_, i) => from + i)
}
