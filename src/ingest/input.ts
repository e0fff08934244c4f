import { closeSync, createReadStream, createWriteStream, openSync, readSync, statSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { glob } from 'tinyglobby'
import { fail } from '../errors.js'
import type { Workspace } from '../workspace.js'

export type Compression = 'none' | 'gzip' | 'zstd'

/** A file to read: where it is, what to call it in messages, how it is packed. */
export interface InputFile {
  readonly path: string
  readonly label: string
  readonly compression: Compression
}

/** Files behind the arguments: names, globs, or `-` for standard input, which is spooled into the workspace. */
export async function resolveInputs(
  args: readonly string[],
  workspace: Workspace,
  stdin: NodeJS.ReadableStream = process.stdin,
): Promise<InputFile[]> {
  if (args.length === 0) fail('usage', 'no log was named', 'Give a file, a glob or - for standard input.')
  const files: InputFile[] = []
  for (const arg of args) {
    if (arg === '-') files.push(await spool(stdin, 'standard input', workspace))
    else for (const path of await expand(arg)) files.push(await regular(path, workspace))
  }
  if (files.length > 250)
    fail('input', `${files.length} files are more than Lethe reads at once (250)`, 'Join some of them first.')
  return files
}

async function expand(arg: string): Promise<string[]> {
  const stat = statSync(arg, { throwIfNoEntry: false })
  if (stat?.isDirectory()) fail('input', `${arg} is a folder`, `Name its files, for instance '${join(arg, '*.tsv')}'.`)
  if (stat) return [arg]
  if (!/[*?[{]/.test(arg)) fail('input', `there is no file ${arg}`, 'Check the name.')
  const found = await glob(arg, { absolute: isAbsolute(arg), expandDirectories: false })
  if (found.length === 0) fail('input', `no file matches ${arg}`, 'Check the pattern.')
  return found.sort()
}

async function regular(path: string, workspace: Workspace): Promise<InputFile> {
  if (!statSync(path).isFile()) return spool(createReadStream(path), path, workspace)
  return { path, label: path, compression: compressionOf(path) }
}

async function spool(stream: NodeJS.ReadableStream, label: string, workspace: Workspace): Promise<InputFile> {
  const path = join(
    workspace.dir,
    `spool-${basename(label).replace(/\W/g, '-')}-${Math.floor(performance.now() * 1000)}`,
  )
  await pipeline(stream, createWriteStream(path, { mode: 0o600 }))
  return { path, label, compression: compressionOf(path) }
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
