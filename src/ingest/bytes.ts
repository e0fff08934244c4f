import { createReadStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Decompress } from 'fzstd'
import { fail } from '../base/errors.js'
import type { InputFile } from './input-file.js'

const CHUNK = 4 << 20

/** The bytes of a file, unpacked. A file that ends too early is an error. */
export async function* bytes(file: InputFile): AsyncGenerator<Buffer> {
  const source = createReadStream(file.path, { highWaterMark: CHUNK })
  try {
    if (file.compression === 'none') yield* source
    else if (file.compression === 'gzip') yield* gunzip(source, file)
    else yield* unzstd(source, file)
  } finally {
    source.destroy() // whoever wanted the first bytes only leaves early
  }
}

async function* gunzip(source: NodeJS.ReadableStream, file: InputFile): AsyncGenerator<Buffer> {
  const unpacked = createGunzip({ chunkSize: 1 << 20 })
  finished(source).catch((cause: Error) => unpacked.destroy(cause)) // pipe passes on no errors
  source.pipe(unpacked)
  try {
    yield* unpacked as AsyncIterable<Buffer>
  } catch (cause) {
    broken(file, '.gz', cause)
  }
}

async function* unzstd(source: NodeJS.ReadableStream, file: InputFile): AsyncGenerator<Buffer> {
  const ready: Buffer[] = []
  const unpack = new Decompress((chunk) => ready.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)))
  const push = (chunk: Uint8Array, last: boolean) => {
    try {
      unpack.push(chunk, last)
    } catch (cause) {
      broken(file, '.zst', cause)
    }
  }
  for await (const chunk of source) {
    push(chunk as Buffer, false)
    yield* ready.splice(0)
  }
  push(new Uint8Array(0), true)
  yield* ready.splice(0)
}

function broken(file: InputFile, kind: string, cause?: unknown): never {
  fail(
    'input',
    `${file.label} is truncated or damaged (${kind})`,
    'Copy or pack it again; nothing was read from it.',
    cause,
  )
}

/** The first bytes of a file, unpacked: enough to see what it is. */
export async function head(file: InputFile, length: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of bytes(file)) {
    parts.push(chunk)
    size += chunk.length
    if (size >= length) break
  }
  return Buffer.concat(parts).subarray(0, length)
}
