import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Engine } from '../../engines/engine.js'
import { name } from '../../engines/sql.js'

/** Bytes to look for, four at least; `of` is what the caller wants back when they are found. */
export interface Needle<T> {
  readonly bytes: Buffer
  readonly of: T
}

/** Looks for all needles at once; each verb says which of them it found. */
export interface Searcher<T> {
  inBytes(bytes: Buffer): Set<T>
  inFile(path: string): Set<T>
  /** In the values of a Parquet file, whose pages are packed. */
  inParquet(engine: Engine, path: string): Promise<Set<T>>
}

const CHUNK = 1 << 24
const TABLE_BITS = 20

/** One pass for thousands of needles: a table over their first four bytes rules out nearly all places. */
export function searcher<T>(needles: readonly Needle<T>[]): Searcher<T> {
  const table = new Uint8Array(1 << TABLE_BITS)
  const byHead = new Map<number, Needle<T>[]>()
  for (const needle of needles) {
    const head = needle.bytes.readUInt32BE(0)
    table[slot(head)] = 1
    byHead.set(head, [...(byHead.get(head) ?? []), needle])
  }
  const longest = needles.reduce((most, needle) => Math.max(most, needle.bytes.length), 4)

  const inBytes = (bytes: Buffer): Set<T> => {
    const found = new Set<T>()
    let head = 0
    for (let end = 0; end < bytes.length; end++) {
      head = ((head << 8) | bytes[end]!) >>> 0
      if (end < 3 || table[slot(head)] === 0) continue
      const start = end - 3
      for (const { bytes: needle, of } of byHead.get(head) ?? [])
        if (bytes.subarray(start, start + needle.length).equals(needle)) found.add(of)
    }
    return found
  }

  /** Read in pieces that overlap by the longest needle. */
  const inFile = (path: string): Set<T> => {
    const found = new Set<T>()
    const fd = openSync(path, 'r')
    try {
      const buffer = Buffer.alloc(CHUNK + longest)
      let kept = 0
      for (;;) {
        const size = kept + readSync(fd, buffer, kept, CHUNK, null)
        if (size === kept) return found
        for (const of of inBytes(buffer.subarray(0, size))) found.add(of)
        const overlap = Math.min(longest - 1, size)
        buffer.copyWithin(0, size - overlap, size)
        kept = overlap
      }
    } finally {
      closeSync(fd)
    }
  }

  const inParquet = async (engine: Engine, path: string): Promise<Set<T>> => {
    const found = new Set<T>()
    const { columns, from } = await engine.parquet([path])
    const values = columns.map((column) => `${name(column)}::VARCHAR`).join(', ')
    for await (const batch of engine.stream(`SELECT ${values} FROM ${from}`)) {
      for (const column of batch)
        for (const of of inBytes(Buffer.from(column.map((value) => value ?? '').join('\n')))) found.add(of)
    }
    return found
  }
  return { inBytes, inFile, inParquet }
}

function slot(head: number): number {
  return Math.imul(head, 0x9e3779b1) >>> (32 - TABLE_BITS)
}

/** Files under a folder, as paths from it; none if the folder is not there, as after a call that failed. */
export function filesUnder(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
      .sort()
  } catch {
    return []
  }
}
