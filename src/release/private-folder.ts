import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fail } from '../base/errors.js'
import { isRecord } from './fields.js'
import type { PrivateRecord } from './manifest.js'
import { digestOf, filesOf, isPlainFile, type Release } from './reader.js'

/** The private folder of a run: found and of these very files, found and not, or not there. */
export type PrivateFolder =
  | { readonly kind: 'bound'; readonly record: PrivateRecord; readonly folder: string }
  | { readonly kind: 'other'; readonly why: string }
  | { readonly kind: 'none' }

/** Where the private folder of a release is: beside it, or, of a series, in that of the series. */
export function privateDirOf(dir: string): string {
  const beside = `${dir.replace(/\/+$/, '')}.private`
  const path = resolve(dir)
  if (existsSync(beside) || !existsSync(join(dirname(path), SERIES_FILE))) return beside
  return join(`${dirname(path)}.private`, basename(path))
}

/** What a folder of a series says of itself. */
export const SERIES_FILE = 'series.json'

/** Looks for the record of the run that made a release, where it was put or where somebody says. It counts only for the files that it names. */
export async function privateFolderOf(release: Release, named?: string): Promise<PrivateFolder> {
  const folder = named ?? privateDirOf(release.dir)
  const path = join(folder, 'record.json')
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) {
    if (named === undefined) return { kind: 'none' }
    fail('input', `${named} is no private folder of a release`, 'Name the folder that lethe release made beside it.')
  }
  const record = read(path)
  const other = (why: string) => ({
    kind: 'other' as const,
    why: `the private folder ${folder} does not count: ${why}`,
  })
  if (record === undefined) return other('its record cannot be read')
  if (!isWhole(record)) return other('its record is not one that a run writes')
  if (record.digests === undefined) return other('its record does not say which files it belongs to')
  const files = new Set([...filesOf(release.manifest), 'manifest.json'])
  const digests: Record<string, string> = {}
  for (const file of files) if (isPlainFile(release, file)) digests[file] = await digestOf(release, file)
  if (!isDeepStrictEqual(digests, { ...record.digests })) return other('it belongs to other files than these')
  return { kind: 'bound', record, folder }
}

/** What was believed of a private folder. Whoever writes a release can write a record for it: it is evidence for the one who ran it. */
export function worthOf(folder: string, believed: readonly string[]): string {
  return `${believed.join(' and ')} was taken from the private folder ${folder}: that is worth as much as where you have it from`
}

/** Has a record what every run writes? That it was a run who wrote it, nobody can see. */
function isWhole({ input, counts, seconds, digests, warnings, notes, facts }: Partial<PrivateRecord>): boolean {
  return (
    Array.isArray(input?.files) &&
    input.files.every((file: unknown) => isRecord(file) && typeof file.sha256 === 'string') &&
    typeof counts?.of?.rows === 'number' &&
    isRecord(counts.kept) &&
    typeof seconds === 'number' &&
    (digests === undefined || isRecord(digests)) &&
    Array.isArray(warnings) &&
    Array.isArray(notes) &&
    isRecord(facts)
  )
}

function read(path: string): PrivateRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as unknown
    return isRecord(record) ? (record as unknown as PrivateRecord) : undefined
  } catch {
    return undefined
  }
}
