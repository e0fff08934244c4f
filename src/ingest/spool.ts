import { createHash } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, openSync, readSync, symlinkSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fail } from '../base/errors.js'
import { fresh } from '../engines/sql.js'
import type { Compression, Digest, Inlet, InputFile } from './input-file.js'

const ENDINGS: Readonly<Record<Compression, string>> = { none: '.txt', gzip: '.gz', zstd: '.zst' }

/** Copies what has no file into a nameless one of the workspace, and takes its digest while it comes. */
export async function spool(
  stream: AsyncIterable<Uint8Array | string>,
  label: string,
  nth: number,
  { workspace, signal, fixed }: Inlet,
): Promise<InputFile> {
  const { path: spooled } = workspace.nameless(`spool-${nth}`)
  const hash = createHash('sha256')
  let bytes = 0
  const digested = async function* (chunks: AsyncIterable<Uint8Array | string>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(stream, digested, createWriteStream(spooled, { mode: 0o600 }), signal ? { signal } : {})
  const compression = fixed ? packedBy(extname(label)) : compressionOf(spooled)
  const path = linked(spooled, 'spooled', compression, { workspace })
  return { path, label, compression, digest: { sha256: hash.digest('hex'), bytes } }
}

/** The digest of a file that is there whole. */
export async function digestOf(path: string, signal: AbortSignal | undefined): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 4 << 20, signal })) {
    hash.update(chunk as Buffer)
    bytes += (chunk as Buffer).length
  }
  return { sha256: hash.digest('hex'), bytes }
}

/** A name in the workspace for a file elsewhere, since the engine goes by endings. */
export function linked(
  target: string,
  name: string,
  compression: Compression,
  { workspace }: Pick<Inlet, 'workspace'>,
): string {
  const link = join(workspace.dir, `${fresh(name)}${ENDINGS[compression]}`)
  symlinkSync(target, link)
  return link
}

export function packedBy(ending: string): Compression {
  return ending === '.gz' ? 'gzip' : ending === '.zst' ? 'zstd' : 'none'
}

/** By the first bytes, not by the name: a spooled pipe has no name, and names lie. */
export function compressionOf(path: string): Compression {
  const head = firstBytes(path, 4)
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  if (head.length === 4 && head.readUInt32LE(0) === 0xfd2fb528) return 'zstd'
  return 'none'
}

export function firstBytes(path: string, length: number): Buffer {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch (cause) {
    fail('input', `${path} cannot be read`, 'Check its permissions.', cause)
  }
  try {
    const buffer = Buffer.alloc(length)
    return buffer.subarray(0, readSync(fd, buffer, 0, length, 0))
  } finally {
    closeSync(fd)
  }
}
