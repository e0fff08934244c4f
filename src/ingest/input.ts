import { createReadStream, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { extname, isAbsolute, join } from 'node:path'
import { glob } from 'tinyglobby'
import { isAddress, labelOf, schemeOf } from '../base/address.js'
import { fail } from '../base/errors.js'
import { head } from './bytes.js'
import { checkEncoding, markedUtf16, transcode, utf16In } from './encoding.js'
import type { Inlet, InputFile } from './input-file.js'
import { fetchLogs } from './sources/index.js'
import { compressionOf, firstBytes, linked, packedBy, spool } from './spool.js'
import { standingOf } from './unchanged.js'
import { unmarked } from './unmarked.js'

const MAX_FILES = 1000

/** Files behind the arguments: names, globs, `-` for standard input, or addresses of what lies elsewhere; the last two are spooled into the workspace. */
export async function resolveInputs(args: readonly string[], inlet: Inlet): Promise<InputFile[]> {
  if (args.length === 0) fail('usage', 'no log was named', 'Give a file, a glob or - for standard input.')
  refuseAddressTwice(args)
  const files: InputFile[] = []
  for (const arg of args) {
    if (arg === '-')
      files.push(
        await spool((inlet.stdin ?? process.stdin) as AsyncIterable<Buffer>, 'standard input', files.length, inlet),
      )
    else if (isAddress(arg)) files.push(...(await fetchLogs(arg, files.length, inlet)))
    else
      for (const { path, ...of } of await expand(arg))
        files.push({ ...(await regular(path, files.length, inlet)), ...of })
    if (files.length > MAX_FILES)
      fail('input', `more than ${MAX_FILES} files are too many at once`, 'Join some of them first.')
  }
  refuseTwice(files)
  for (const [nth, file] of files.entries()) files[nth] = await unmarked(await asUtf8(file, nth, inlet), nth, inlet)
  return files
}

/** A file whose text is UTF-8: itself, or our own copy where it is encoded otherwise. */
async function asUtf8(file: InputFile, nth: number, inlet: Inlet): Promise<InputFile> {
  const { encoding, fixed, workspace, signal } = inlet
  if (file.written) return file
  const seen = fixed ? markedUtf16 : utf16In
  const named = encoding === undefined ? seen(await head(file, 1 << 16)) : checkEncoding(encoding)
  if (named === undefined || named === 'utf-8') return file
  if (firstBytes(file.path, 4).toString('latin1') === 'PAR1')
    fail('usage', `--encoding does not apply to ${file.label}, which is Parquet`, 'Leave it out.')
  const { path } = workspace.nameless(`text-${nth}`)
  await transcode(file, named, path, signal)
  return { ...file, path, compression: 'none', origin: file.path, decoded: true }
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
  const files = readdirSync(folder)
    .filter((name) => !name.startsWith('.') && !isFolder(join(folder, name)))
    .sort()
  if (files.length === 0)
    fail(
      'input',
      `the folder ${folder} holds no files`,
      'Name one that does, or the files by a pattern: folders inside of it are not read.',
    )
  return files.map((name) => ({ path: join(folder, name), folder }))
}

/** A folder, or a link to one. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** How many folders there are inside of folders: they are not read, which must be said. */
export function foldersInside(folders: Iterable<string>): number {
  const inside = (folder: string) =>
    readdirSync(folder).filter((name) => !name.startsWith('.') && isFolder(join(folder, name))).length
  return [...folders].reduce((sum, folder) => sum + inside(folder), 0)
}

/** Rows counted twice would pass thresholds of occurrences, and double every figure. */
function refuseAddressTwice(args: readonly string[]): void {
  const twice = args.find((arg, at) => isAddress(arg) && args.indexOf(arg) !== at)
  if (twice !== undefined) fail('input', `${labelOf(twice)} is named twice`, 'Name each log once.')
}

function refuseTwice(files: readonly InputFile[]): void {
  const seen = new Set<string>()
  for (const { path, label, digest } of files) {
    const real = schemeOf(label) === 's3://' ? label : digest ? path : realpathSync(path) // our own copies are one each
    if (seen.has(real)) fail('input', `${label} is named twice`, 'Name each file once.')
    seen.add(real)
  }
}

async function regular(path: string, nth: number, inlet: Inlet): Promise<InputFile> {
  if (!statSync(path).isFile()) return spool(createReadStream(path), path, nth, inlet)
  const standing = await standingOf(path)
  const compression = inlet.fixed ? packedBy(extname(path)) : compressionOf(path)
  // The engine goes by names: it takes brackets for a glob, key=value folders for columns, and endings for what they promise.
  const plain = /^[\p{L}\p{N} ._/@+,-]+$/u.test(path) && packedBy(extname(path)) === compression
  if (plain) return { path, label: path, compression, standing }
  const link = linked(realpathSync(path), 'input', compression, inlet)
  return { path: link, label: path, compression, standing }
}
