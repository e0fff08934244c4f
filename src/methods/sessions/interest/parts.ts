import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { address, put } from '../../../base/kernels.js'
import { columnsIn, type Engine } from '../../../engines/engine.js'
import type { Columns } from './columns.js'
import { type InterestKernel, interestKernel } from './kernel.js'

/** A part of a log in a file: the whole histories of some of its persons. */
export interface Part {
  readonly path: string
  readonly bytes: number
}

/** Rows that the engine hands over at once: a whole number of its own blocks, enough of them for several threads. */
const BATCH = 4 * 122_880
const BUFFER = 1 << 20

/** Writes the histories of a table of so many rows to files, part by part. The engine makes a batch while the one before is written. */
export async function writeParts(
  engine: Engine,
  columns: Columns,
  rows: number,
  count: number,
  dir: string,
): Promise<Part[]> {
  const kernel = interestKernel()
  const files = Array.from({ length: count }, (_, part) => partFile(join(dir, `interest-${part}`)))
  const batch = (low: number) => {
    const made = columnsIn(engine).memoryAtOnce(columns.columns, columns.from(low, low + BATCH))
    made.catch(() => {}) // awaited below
    return made
  }
  let coming = batch(0)
  try {
    for (let low = 0; low < rows; low += BATCH) {
      const now = await coming
      if (low + BATCH < rows) coming = batch(low + BATCH)
      for (const chunk of now) scatter(kernel, columns, chunk, files)
    }
  } finally {
    await Promise.allSettled([coming]) // the engine must not be closed under it
    for (const file of files) file.close()
  }
  return files.map(({ path, bytes }) => ({ path, bytes: bytes() }))
}

function scatter(
  kernel: InterestKernel,
  { places, pieces }: Columns,
  chunk: readonly Uint8Array[],
  files: readonly PartFile[],
): void {
  kernel.openBatch()
  chunk.forEach((column, i) => {
    put(kernel, { value: kernel.column(places[i]!, column.length) }, column)
  })
  kernel.scatter(chunk[0]!.length / 4, files.length, pieces)
  const ends = new Uint32Array(kernel.memory.buffer, address(kernel.ends), files.length)
  files.forEach((file, part) => {
    const from = part === 0 ? 0 : ends[part - 1]!
    if (ends[part]! > from)
      file.add(new Uint8Array(kernel.memory.buffer, address(kernel.laidOut) + from, ends[part]! - from))
  })
}

interface PartFile {
  readonly path: string
  bytes(): number
  add(bytes: Uint8Array): void
  close(): void
}

function partFile(path: string): PartFile {
  const fd = openSync(path, 'wx', 0o600)
  const buffer = new Uint8Array(BUFFER)
  let held = 0
  let written = 0
  const flush = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
    written += bytes.length
  }
  const empty = () => {
    flush(buffer.subarray(0, held))
    held = 0
  }
  return {
    path,
    bytes: () => written,
    add(bytes) {
      if (held + bytes.length > BUFFER) empty()
      if (bytes.length > BUFFER) return flush(bytes)
      buffer.set(bytes, held)
      held += bytes.length
    },
    close() {
      empty()
      closeSync(fd)
    },
  }
}
