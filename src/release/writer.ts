import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Engine, OutFormat } from '../engines/engine.js'
import { name } from '../engines/sql.js'
import { fail, LetheError } from '../errors.js'
import { PARTIAL, type Workspace } from '../workspace.js'
import type { ColumnInfo } from './columns.js'
import type { Manifest, PrivateRecord } from './manifest.js'
import { guardSql } from './spreadsheet.js'

/** Where a release goes. */
export interface Place {
  readonly dir: string
  readonly privateDir: string
  readonly force: boolean
}

/** The rows of a file, sorted, and what its columns are. */
export interface TableFile {
  readonly file: string
  readonly sql: string
  readonly columns: readonly ColumnInfo[]
}

export interface ReleaseFiles {
  readonly manifest: Manifest
  /** The data file, then further tables. */
  readonly tables: readonly TableFile[]
  readonly format: OutFormat
  /** The record, made when the data is written. */
  readonly record: () => Promise<PrivateRecord>
  /** More files for the private folder, by name: text, or rows to write as TSV. */
  readonly privateFiles: Readonly<Record<string, string | { readonly sql: string }>>
}

/** Refuses early what could only fail late: a folder that exists, or one that cannot be made. */
export function checkPlace({ dir, privateDir, force }: Place): void {
  if (`${resolve(privateDir)}/`.startsWith(`${resolve(dir)}/`) || resolve(dir).startsWith(`${resolve(privateDir)}/`))
    fail('usage', 'release and private folder must not lie in each other', 'Choose another --private DIR.')
  for (const [path, sign] of [
    [dir, 'manifest.json'],
    [privateDir, 'record.json'],
  ] as const) {
    if (existsSync(path)) checkReplaceable(path, sign, force)
    const parent = dirname(resolve(path))
    if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory())
      fail('output', `there is no folder ${parent}`, 'Make it first.')
    try {
      accessSync(parent, constants.W_OK | constants.X_OK)
    } catch (cause) {
      throw outputError(cause, parent)
    }
  }
}

/** --force replaces releases, not whatever stands there: a slip of the keyboard must not cost a home folder. */
function checkReplaceable(path: string, sign: string, force: boolean): void {
  if (!force) fail('refused', `${path} exists`, 'Choose another -o DIR, or replace it with --force.')
  const entries = statSync(path).isDirectory() ? readdirSync(path) : undefined
  if (entries === undefined || (entries.length > 0 && !entries.includes(sign)))
    fail('refused', `${path} is no release, and --force replaces nothing else`, 'Choose another -o DIR.')
}

/** Writes a release beside its place, syncs it and renames it: it is there whole or not at all. The private folder goes first. */
export async function writeRelease(
  engine: Engine,
  workspace: Workspace,
  place: Place,
  files: ReleaseFiles,
): Promise<void> {
  const publicPart = partial(place.dir, workspace)
  const privatePart = partial(place.privateDir, workspace)
  try {
    mkdirSync(publicPart, { mode: 0o755 })
    mkdirSync(privatePart, { mode: 0o700 })
    for (const table of files.tables) {
      await engine.write(inFormat(table, files.format), join(publicPart, table.file), files.format)
      sync(join(publicPart, table.file))
    }
    write(join(publicPart, 'manifest.json'), JSON.stringify(files.manifest, null, 2) + '\n')
    const sums = await Promise.all(
      [...files.manifest.files, 'manifest.json'].map(
        async (file) => `${await digest(join(publicPart, file))}  ${file}\n`,
      ),
    )
    write(join(publicPart, 'SHA256SUMS'), sums.join(''))
    for (const [file, content] of Object.entries(files.privateFiles)) {
      if (typeof content === 'string') write(join(privatePart, file), content, 0o600)
      else await engine.write(content.sql, join(privatePart, file), 'tsv')
      chmodSync(join(privatePart, file), 0o600)
    }
    write(join(privatePart, 'record.json'), JSON.stringify(await files.record(), null, 2) + '\n', 0o600)
    write(join(privatePart, '.gitignore'), '*\n', 0o600)
    for (const part of [publicPart, privatePart]) sync(part)
    replace(privatePart, place.privateDir, place.force)
    replace(publicPart, place.dir, place.force)
    sync(dirname(resolve(place.dir)))
  } catch (cause) {
    throw cause instanceof LetheError ? cause : outputError(cause, place.dir)
  } finally {
    for (const part of [publicPart, privatePart]) rmSync(part, { recursive: true, force: true })
  }
}

/** Bytes are written as they are where the format has them, else as hex; texts for spreadsheets with their guard. */
function inFormat({ sql, columns }: TableFile, format: OutFormat): string {
  if (format === 'parquet' || columns.every((column) => column.type !== 'bytes' && !column.guarded)) return sql
  const shown = columns.map(({ name: column, type, guarded }) =>
    type === 'bytes'
      ? `lower(hex(${name(column)})) AS ${name(column)}`
      : guarded
        ? `${guardSql(name(column))} AS ${name(column)}`
        : name(column),
  )
  return `SELECT ${shown.join(', ')} FROM (${sql})`
}

function partial(dir: string, workspace: Workspace): string {
  const path = join(dirname(resolve(dir)), `.${basename(dir)}${PARTIAL}${randomBytes(6).toString('hex')}`)
  workspace.own(path)
  return path
}

function replace(from: string, to: string, force: boolean): void {
  if (existsSync(to)) {
    if (!force) fail('refused', `${to} appeared meanwhile`, 'Choose another -o DIR, or replace it with --force.')
    const aside = `${from}-old`
    renameSync(to, aside)
    renameSync(from, to)
    rmSync(aside, { recursive: true, force: true })
  } else renameSync(from, to)
}

function write(path: string, content: string, mode = 0o644): void {
  writeFileSync(path, content, { mode })
  sync(path)
}

function sync(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

export async function digest(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function outputError(cause: unknown, dir: string): LetheError {
  const code = (cause as NodeJS.ErrnoException).code
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new LetheError('output', 'the disk is full', {
      next: 'Free some space, or name another place with -o DIR.',
      cause,
    })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new LetheError('output', `${dir} cannot be written`, { next: 'Check the rights of the folder.', cause })
  return new LetheError('output', `${dir} could not be written (${code ?? 'unknown reason'})`, { cause })
}
