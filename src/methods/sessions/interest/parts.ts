import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../../engines/engine.js'
import type { Columns } from './columns.js'
import { type InterestKernel, interestKernel } from './kernel.js'

/** A part of a log in a file: the whole histories of some of its persons. */
export interface Part {
  readonly path: string
  readonly bytes: number
}

const BUFFER = 1 << 20

/** Writes the histories of a log to so many files. */
export async function writeParts(engine: Engine, columns: Columns, count: number, dir: string): Promise<Part[]> {
  const kernel = interestKernel()
  const files = Array.from({ length: count }, (_, part) => partFile(join(dir, `interest-${part}`)))
  try {
    for await (const chunk of engine.memory(columns.columns, columns.from)) scatter(kernel, columns, chunk, files)
  } finally {
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
    const at = kernel.column(places[i]!, column.length)
    new Uint8Array(kernel.memory.buffer, at, column.length).set(column)
  })
  kernel.scatter(chunk[0]!.length / 4, files.length, pieces)
  const ends = new Uint32Array(kernel.memory.buffer, kernel.ends.value, files.length)
  files.forEach((file, part) => {
    const from = part === 0 ? 0 : ends[part - 1]!
    if (ends[part]! > from)
      file.add(new Uint8Array(kernel.memory.buffer, kernel.laidOut.value + from, ends[part]! - from))
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
