import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { commit, journalOf, partialOf, sync } from '../base/commit.js'
import { fail, LetheError } from '../base/errors.js'
import { isShared } from '../base/storage/index.js'
import type { Workspace } from '../base/workspace.js'
import type { OutFormat, Sql } from '../engines/engine.js'
import { name } from '../engines/sql.js'
import type { ColumnInfo } from './columns.js'
import { digest } from './digest.js'
import type { Manifest, PrivateRecord } from './manifest.js'
import { openRelease } from './reader.js'
import { SIGNATURE_FILE } from './signing.js'
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
  /** The record, but for what is known when all is written. */
  readonly record: Omit<PrivateRecord, 'made' | 'seconds' | 'digests'>
  /** When the run began. */
  readonly started: number
  /** More files for the private folder, by name: text, bytes, or rows to write as TSV. */
  readonly privateFiles: Readonly<Record<string, string | Uint8Array | { readonly sql: string }>>
  /** Signs the checksums; what it returns is the signature file. */
  readonly sign?: (checksums: Uint8Array) => string
  /** Called when all is written, before any of it appears. */
  readonly publishing?: () => void
}

/** Refuses early what could only fail late: a folder that exists, or one that cannot be made. */
export function checkPlace({ dir, privateDir, force }: Place): void {
  if (`${resolve(privateDir)}/`.startsWith(`${resolve(dir)}/`) || resolve(dir).startsWith(`${resolve(privateDir)}/`))
    fail('usage', 'release and private folder must not lie in each other', 'Choose another --private DIR.')
  const places = [
    ...(isShared(dir) ? [] : [[dir, isWholeRelease] as const]), // a storage is looked at with its cluster
    [privateDir, isPrivateFolder] as const,
  ]
  for (const [path, isOurs] of places) {
    const parent = dirname(resolve(path))
    if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory())
      fail('output', `there is no folder ${parent}`, 'Make it first.')
    const there = lstatSync(path, { throwIfNoEntry: false })
    if (there?.isSymbolicLink()) fail('refused', `${path} is a link`, 'Name the folder itself, or another -o DIR.')
    if (there) checkReplaceable(path, isOurs, force)
    try {
      accessSync(parent, constants.W_OK | constants.X_OK)
    } catch (cause) {
      throw outputError(cause, parent)
    }
  }
}

/** --force replaces releases, not whatever stands there: a slip of the keyboard must not cost a home folder. */
function checkReplaceable(path: string, isOurs: (path: string) => boolean, force: boolean): void {
  if (!force) fail('refused', `${path} exists`, 'Choose another -o DIR, or replace it with --force.')
  if (!statSync(path).isDirectory() || (readdirSync(path).length > 0 && !isOurs(path)))
    fail(
      'refused',
      `${path} is no whole release with nothing beside it, and --force replaces nothing else`,
      'Choose another -o DIR.',
    )
}

/** A manifest that reads, and exactly the files that it names. */
function isWholeRelease(dir: string): boolean {
  try {
    const { files } = openRelease(dir).manifest
    const whole = new Set([...files, 'manifest.json', 'SHA256SUMS'])
    const there = readdirSync(dir).filter((file) => file !== SIGNATURE_FILE)
    return there.length === whole.size && there.every((file) => whole.has(file) && isFile(join(dir, file)))
  } catch {
    return false
  }
}

/** A record that reads, and nothing beside it but what is written there. */
function isPrivateFolder(dir: string): boolean {
  try {
    const record = JSON.parse(readFileSync(join(dir, 'record.json'), 'utf8')) as PrivateRecord
    const known = /^(record\.json|report\.html|bad-rows\.tsv|truth(-[\w-]+)?\.tsv|sample\.key|\.gitignore)$/
    return (
      String(record.software).startsWith('lethe ') &&
      readdirSync(dir).every((file) => known.test(file) && isFile(join(dir, file)))
    )
  } catch {
    return false
  }
}

function isFile(path: string): boolean {
  return lstatSync(path).isFile()
}

/** Writes a release beside its place, syncs it and renames it: it is there whole or not at all. The private folder goes first. */
export async function writeRelease(
  engine: Sql,
  workspace: Workspace,
  place: Place,
  files: ReleaseFiles,
): Promise<PrivateRecord> {
  const salt = randomBytes(6).toString('hex')
  const [dir, privateDir] = [resolve(place.dir), resolve(place.privateDir)]
  const [publicPart, privatePart, journal] = [partialOf(dir, salt), partialOf(privateDir, salt), journalOf(dir, salt)]
  for (const path of [publicPart, privatePart, journal]) workspace.own(path)
  try {
    mkdirSync(publicPart, { mode: 0o755 })
    mkdirSync(privatePart, { mode: 0o700 })
    for (const table of files.tables) {
      await engine.write(inFormat(table, files.format), join(publicPart, table.file), files.format)
      sync(join(publicPart, table.file))
    }
    write(join(publicPart, 'manifest.json'), JSON.stringify(files.manifest, null, 2) + '\n')
    const digests: Record<string, string> = {}
    for (const file of [...files.manifest.files, 'manifest.json']) digests[file] = await digest(join(publicPart, file))
    const sums = Object.entries(digests).map(([file, sum]) => `${sum}  ${file}\n`)
    write(join(publicPart, 'SHA256SUMS'), sums.join(''))
    if (files.sign) write(join(publicPart, SIGNATURE_FILE), files.sign(Buffer.from(sums.join(''))))
    const record = await writePrivate(engine, privatePart, files, digests)
    sync(publicPart)
    files.publishing?.()
    const moves = [
      { from: privatePart, to: privateDir },
      { from: publicPart, to: dir },
    ]
    if (commit(journal, moves, place.force) === 'undone')
      fail('refused', `${place.dir} appeared meanwhile`, 'Choose another -o DIR, or replace it with --force.')
    return record
  } catch (cause) {
    throw cause instanceof LetheError ? cause : outputError(cause, place.dir)
  } finally {
    // What a journal still needs stays for the next start.
    if (!existsSync(journal))
      for (const part of [publicPart, privatePart]) rmSync(part, { recursive: true, force: true })
  }
}

/** Fills a private folder. The record names the public files that it belongs to: with them it says what the run knew. */
export async function writePrivate(
  engine: Sql,
  dir: string,
  files: ReleaseFiles,
  digests: Readonly<Record<string, string>>,
): Promise<PrivateRecord> {
  for (const [file, content] of Object.entries(files.privateFiles)) {
    if (typeof content === 'string' || content instanceof Uint8Array) write(join(dir, file), content, 0o600)
    else await engine.write(content.sql, join(dir, file), 'tsv')
    chmodSync(join(dir, file), 0o600)
  }
  const record = { made: new Date().toISOString(), ...files.record, seconds: secondsSince(files.started), digests }
  write(join(dir, 'record.json'), JSON.stringify(record, null, 2) + '\n', 0o600)
  write(join(dir, '.gitignore'), '*\n', 0o600)
  sync(dir)
  return record
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

function secondsSince(started: number): number {
  return Math.round(performance.now() - started) / 1000
}

function write(path: string, content: string | Uint8Array, mode = 0o644): void {
  writeFileSync(path, content, { mode })
  sync(path)
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
