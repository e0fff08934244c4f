import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { Decompress } from 'fzstd'
import { fail } from '../errors.js'
import type { InputFile } from './input.js'

const CHUNK = 4 << 20

/** The bytes of a file, unpacked. `onPacked` sees them as they are on disk. A file that ends too early is an error. */
export async function* bytes(file: InputFile, onPacked: (chunk: Buffer) => void = () => {}): AsyncGenerator<Buffer> {
  const source = createReadStream(file.path, { highWaterMark: CHUNK })
  source.on('data', (chunk) => onPacked(chunk as Buffer))
  source.pause()
  if (file.compression === 'none') yield* source
  else if (file.compression === 'gzip') yield* gunzip(source, file)
  else yield* unzstd(source, file)
}

async function* gunzip(source: NodeJS.ReadableStream, file: InputFile): AsyncGenerator<Buffer> {
  const unpacked = source.pipe(createGunzip({ chunkSize: 1 << 20 }))
  try {
    yield* unpacked as AsyncIterable<Buffer>
  } catch (cause) {
    broken(file, '.gz', cause)
  }
}

async function* unzstd(source: NodeJS.ReadableStream, file: InputFile): AsyncGenerator<Buffer> {
  const ready: Buffer[] = []
  let ended = false
  const unpack = new Decompress((chunk, last) => {
    ready.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    ended ||= last === true
  })
  try {
    for await (const chunk of source) {
      unpack.push(chunk as Buffer)
      yield* ready.splice(0)
    }
    unpack.push(new Uint8Array(0), true)
  } catch (cause) {
    broken(file, '.zst', cause)
  }
  yield* ready.splice(0)
  if (!ended) broken(file, '.zst')
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
