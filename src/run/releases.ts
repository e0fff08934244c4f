import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fail, LetheError } from '../base/errors.js'
import { isRecord } from '../release/fields.js'
import type { Manifest, PrivateRecord } from '../release/manifest.js'
import { openRelease } from '../release/reader.js'

/** A release that lies in a folder, and what its private record says beside it. */
export interface FoundRelease {
  readonly dir: string
  readonly name: string
  /** When it was made: by its record, else by its files. */
  readonly made: string
  readonly files: readonly { readonly name: string; readonly bytes: number }[]
  /** What it says of itself; or why that cannot be read. */
  readonly manifest?: Manifest
  readonly error?: string
  /** What stays with the custodian, where it is there. */
  readonly record?: Partial<PrivateRecord>
}

/** How deep releases are looked for. */
const DEEP = 3
/** Folders beyond which nobody looks. */
const MOST = 5000
/** What a release says of itself takes no more, nor does its record: a folder may have come from somebody else. */
const MOST_BYTES = 2 ** 24

/** The releases in a folder and in folders inside of it, the newest first. Links are not followed. */
export function releases(folder: string): FoundRelease[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    fail('input', `there is no folder ${folder}`, 'Name the folder in which releases were made.')
  const found: FoundRelease[] = []
  let left = MOST
  const look = (dir: string, deep: number) => {
    if (left-- <= 0) return
    if (isRelease(dir)) found.push(read(dir))
    else if (deep > 0) for (const inside of foldersIn(dir)) look(join(dir, inside), deep - 1)
  }
  look(resolve(folder), DEEP)
  return found.sort((a, b) => b.made.localeCompare(a.made) || a.name.localeCompare(b.name))
}

function foldersIn(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^\.|\.private$|^node_modules$/.test(entry.name))
      .map(({ name }) => name)
      .sort()
  } catch {
    return [] // a folder of somebody else
  }
}

function isRelease(dir: string): boolean {
  const file = (name: string) => lstatSync(join(dir, name), { throwIfNoEntry: false })?.isFile() === true
  return file('manifest.json') && file('SHA256SUMS')
}

function read(dir: string): FoundRelease {
  const files = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, bytes: statSync(join(dir, name)).size }))
  const record = recordBeside(dir)
  const made = typeof record?.made === 'string' ? record.made : statSync(join(dir, 'manifest.json')).mtime.toISOString()
  const common = { dir, name: basename(dir), made, files, ...(record === undefined ? {} : { record }) }
  if (isTooLarge(join(dir, 'manifest.json'))) return { ...common, error: 'its manifest is too large to be one' }
  try {
    return { ...common, manifest: openRelease(dir).manifest }
  } catch (error) {
    if (error instanceof LetheError) return { ...common, error: error.message }
    throw error
  }
}

const isTooLarge = (path: string) => statSync(path).size > MOST_BYTES

function recordBeside(dir: string): Partial<PrivateRecord> | undefined {
  const path = join(`${dir}.private`, 'record.json')
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile() || isTooLarge(path)) return undefined
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as unknown
    return isRecord(record) ? wellShaped(record) : undefined
  } catch {
    return undefined
  }
}

const isText = (value: unknown) => typeof value === 'string'
const isFigure = (value: unknown) => value === null || value === undefined || typeof value === 'number'

/** What is shown of a record, and how that must look: a folder may have come from somebody else. */
const SHAPES: Readonly<Partial<Record<keyof PrivateRecord, (value: unknown) => boolean>>> = {
  made: isText,
  population: isText,
  signedOff: (value) => isRecord(value) && isText(value.by) && isText(value.reason),
  counts: (value) =>
    isRecord(value) &&
    isRecord(value.kept) &&
    ['rows', 'items', 'queries'].every((name) => isFigure((value.kept as Readonly<Record<string, unknown>>)[name])),
  input: (value) =>
    isRecord(value) && Array.isArray(value.files) && value.files.every((file) => isRecord(file) && isText(file.path)),
}

/** A record without what is not as it should be. */
function wellShaped(record: Readonly<Record<string, unknown>>): Partial<PrivateRecord> {
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => SHAPES[name as keyof PrivateRecord]?.(value) !== false),
  )
}
