import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { InputFile } from './input.js'

/** The digest of a file as it is on disk, and its size. */
export async function digest(
  file: InputFile,
  signal?: AbortSignal,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file.path, { highWaterMark: 4 << 20 })) {
    signal?.throwIfAborted()
    hash.update(chunk as Buffer)
    bytes += (chunk as Buffer).length
  }
  return { sha256: hash.digest('hex'), bytes }
}
