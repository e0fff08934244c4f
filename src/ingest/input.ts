import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { extname, isAbsolute, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { glob } from 'tinyglobby'
import { fail } from '../base/errors.js'
import type { Workspace } from '../base/workspace.js'
import { head } from './bytes.js'
import { checkEncoding, markedUtf16, transcode, utf16In } from './encoding.js'
import type { Compression, InputFile } from './input-file.js'
import { standingOf } from './unchanged.js'

export type { Compression, Digest, InputFile } from './input-file.js'

const MAX_FILES = 1000

/** Where input comes from and where what has no name is put. */
export interface Inlet {
  /** Go by names alone: under differential privacy nothing is guessed from what a file holds. */
  readonly fixed?: boolean | undefined
  readonly encoding?: string | undefined
  readonly workspace: Workspace
  readonly signal?: AbortSignal | undefined
  readonly stdin?: NodeJS.ReadableStream
}

/** Files behind the arguments: names, globs, or `-` for standard input, which is spooled into the workspace. */
export async function resolveInputs(args: readonly string[], inlet: Inlet): Promise<InputFile[]> {
  if (args.length === 0) fail('usage', 'no log was named', 'Give a file, a glob or - for standard input.')
  const files: InputFile[] = []
  for (const arg of args) {
    if (arg === '-') files.push(await spool(inlet.stdin ?? process.stdin, 'standard input', files.length, inlet))
    else
      for (const { path, ...of } of await expand(arg))
        files.push({ ...(await regular(path, files.length, inlet)), ...of })
    if (files.length > MAX_FILES)
      fail('input', `more than ${MAX_FILES} files are too many at once`, 'Join some of them first.')
  }
  refuseTwice(files)
  for (const [nth, file] of files.entries()) files[nth] = await asUtf8(file, nth, inlet)
  return files
}

/** A file whose text is UTF-8: itself, or our own copy where it is encoded otherwise. */
async function asUtf8(file: InputFile, nth: number, inlet: Inlet): Promise<InputFile> {
  const { encoding, fixed, workspace, signal } = inlet
  const seen = fixed ? markedUtf16 : utf16In
  const named = encoding === undefined ? seen(await head(file, 1 << 16)) : checkEncoding(encoding)
  if (named === undefined || named === 'utf-8') return file
  if (firstBytes(file.path, 4).toString('latin1') === 'PAR1')
    fail('usage', `--encoding does not apply to ${file.label}, which is Parquet`, 'Leave it out.')
  const { path } = workspace.nameless(`text-${nth}`)
  await transcode(file, named, path, signal)
  return { ...file, path, compression: 'none', origin: file.path }
}

/** The files that an argument names; all of a folder, but for hidden ones and folders in it. */
async function expand(arg: string): Promise<{ readonly path: string; readonly folder?: string }[]> {
  const stat = existsSync(arg) ? statSync(arg) : undefined
  if (stat?.isDirectory()) return inFolder(arg)
  if (stat) return [{ path: arg }]
  if (!/[*?[{]/.test(arg)) fail('input', `there is no file ${arg}`, 'Check the name.')
  const found = await glob(arg, { absolute: isAbsolute(arg), expandDirectories: false })
  if (found.length === 0) fail('input', `no file matches ${arg}`, 'Check the pattern.')
  return found.sort().map((path) => ({ path }))
}

function inFolder(folder: string): { readonly path: string; readonly folder: string }[] {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.') && !entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
  if (files.length === 0) fail('input', `the folder ${folder} holds no files`, 'Name one that does.')
  return files.map((name) => ({ path: join(folder, name), folder }))
}

/** Rows counted twice would pass thresholds of occurrences, and double every figure. */
function refuseTwice(files: readonly InputFile[]): void {
  const seen = new Set<string>()
  for (const { path, label, digest } of files) {
    const real = digest ? path : realpathSync(path) // our own copies are one each
    if (seen.has(real)) fail('input', `${label} is named twice`, 'Name each file once.')
    seen.add(real)
  }
}

const ENDINGS: Readonly<Record<Compression, string>> = { none: '.txt', gzip: '.gz', zstd: '.zst' }

async function regular(path: string, nth: number, inlet: Inlet): Promise<InputFile> {
  if (!statSync(path).isFile()) return spool(createReadStream(path), path, nth, inlet)
  const standing = await standingOf(path)
  const compression = inlet.fixed ? packedBy(extname(path)) : compressionOf(path)
  // The engine goes by names: it takes brackets for a glob, key=value folders for columns, and endings for what they promise.
  const plain = /^[\p{L}\p{N} ._/@+,-]+$/u.test(path) && packedBy(extname(path)) === compression
  if (plain) return { path, label: path, compression, standing }
  const link = join(inlet.workspace.dir, `input-${nth}${ENDINGS[compression]}`)
  symlinkSync(realpathSync(path), link)
  return { path: link, label: path, compression, standing }
}

function packedBy(ending: string): Compression {
  return ending === '.gz' ? 'gzip' : ending === '.zst' ? 'zstd' : 'none'
}

async function spool(
  stream: NodeJS.ReadableStream,
  label: string,
  nth: number,
  { workspace, signal, fixed }: Inlet,
): Promise<InputFile> {
  const { path: spooled } = workspace.nameless(`spool-${nth}`)
  const hash = createHash('sha256')
  let bytes = 0
  const digested = async function* (chunks: AsyncIterable<Buffer | string>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(stream, digested, createWriteStream(spooled, { mode: 0o600 }), signal ? { signal } : {})
  const compression = fixed ? packedBy(extname(label)) : compressionOf(spooled)
  const path = join(workspace.dir, `spooled-${nth}${ENDINGS[compression]}`) // the engine goes by endings
  symlinkSync(spooled, path)
  return { path, label, compression, digest: { sha256: hash.digest('hex'), bytes } }
}

/** By the first bytes, not by the name: a spooled pipe has no name, and names lie. */
function compressionOf(path: string): Compression {
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
