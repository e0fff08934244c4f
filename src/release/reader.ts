import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../base/errors.js'
import { digest } from './digest.js'
import {
  COLUMN,
  isRecord,
  MANIFEST,
  MEMBER,
  MORE,
  NUMBERS,
  optional,
  passes,
  SHOWS,
  SOFTWARE,
  STATED,
  STEP,
  TABLE,
} from './fields.js'
import { MANIFEST_FORMAT, type Manifest } from './manifest.js'
import { checkOwnFiles } from './own-files.js'
import { asOfToday, type WrittenManifest } from './version-0-1-0.js'

/** A release as anyone can see it: its folder and its manifest. */
export interface Release {
  readonly dir: string
  readonly manifest: Manifest
  /** Where its tables lie in a storage that only a cluster reads: `dir` then holds its small files alone. */
  readonly shared?: Shared
}

/** Tables in a storage: where, and the digests of all their files by name, taken by the cluster. */
export interface Shared {
  readonly place: string
  readonly digests: ReadonlyMap<string, string>
}

/** Where a table of a release lies. */
export function pathOf({ dir, shared }: Omit<Release, 'manifest'>, file: string): string {
  return shared === undefined ? join(dir, file) : `${shared.place}/${file}`
}

/** The files that a manifest says its tables are made of. */
export function filesOf({ files, parts = {} }: Pick<Manifest, 'files' | 'parts'>): string[] {
  return files.flatMap((file) => parts[file]?.map((part) => `${file}/${part}`) ?? [file])
}

/** The files that there are, whatever the manifest says; a folder that is none of a table stands for itself. */
export function filesThere({ dir, manifest, shared }: Release): string[] {
  const here = readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && manifest.parts?.[entry.name] !== undefined
      ? readdirSync(join(dir, entry.name)).map((part) => `${entry.name}/${part}`)
      : [entry.name],
  )
  return [...here, ...(shared?.digests.keys() ?? [])]
}

/** Is a file there as such, and no link to another? */
export function isPlainFile({ dir, shared }: Release, file: string): boolean {
  return shared?.digests.has(file) || (lstatSync(join(dir, file), { throwIfNoEntry: false })?.isFile() ?? false)
}

/** The digest of a file of a release. */
export async function digestOf({ dir, shared }: Release, file: string): Promise<string> {
  return shared?.digests.get(file) ?? digest(join(dir, file))
}

/** Opens a release by its public folder. */
export function openRelease(dir: string): Release {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    fail('input', `there is no release folder ${dir}`, 'Name the folder that lethe release made.')
  const path = join(dir, 'manifest.json')
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile())
    fail(
      'input',
      `${dir} has no manifest.json`,
      'It is no release of Lethe; for other data use lethe verify FILE --claim ... --columns ...',
    )
  checkOwnFiles(dir)
  let manifest: unknown
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    fail('input', `${path} is not JSON`, 'The release is damaged.', cause)
  }
  if (!isManifest(manifest)) {
    fail(
      'input',
      `${path} is no manifest that this version reads (${MANIFEST_FORMAT})`,
      'Check the version that made it.',
    )
  }
  return { dir, manifest: asOfToday(manifest) }
}

/** The name of the file that holds the rows or items; checks say themselves where there is none. */
export function dataFileOf({ dir, manifest }: Release): string {
  return manifest.files[0] ?? fail('input', `the manifest of ${dir} names no data file`, 'The release is damaged.')
}

/** A manifest may come from anyone: what is worked with must be what it is taken for. */
function isManifest(value: unknown): value is WrittenManifest {
  if (!isRecord(value) || value.format !== MANIFEST_FORMAT || !passes(value, MANIFEST)) return false
  const { files, tables = [], guarantee, parts } = value as unknown as WrittenManifest
  return (
    tables.every(({ file }) => files.includes(file)) &&
    (parts === undefined || isInParts(files, parts)) &&
    isPromise(guarantee) &&
    [{ columns: value.columns as Manifest['columns'] }, ...tables].every(({ columns }) => haveOwnNames(columns)) &&
    guardedWhereItCan(value.columns as Manifest['columns'], files[0]) &&
    tables.every((table) => guardedWhereItCan(table.columns, table.file)) &&
    isStamp(value as unknown as WrittenManifest)
  )
}

/** All tables are in parts, or none is. */
function isInParts(files: readonly string[], parts: object): boolean {
  const named = Object.keys(parts)
  return named.length === files.length && files.every((file) => named.includes(file) && file.endsWith('.parquet'))
}

/** Version 0.1.0 wrote `true`; since then the promise is that of an experiment, and stands in nothing else. */
function isStamp({ guarantee, experiment, software }: WrittenManifest): boolean {
  const old = software.version === '0.1.0'
  if (experiment === undefined || experiment === true) return !('experiment' in guarantee) && (!experiment || old)
  return (
    !old &&
    isRecord(experiment) &&
    isPromise(experiment.guarantee) &&
    guarantee.kind === 'none' &&
    guarantee.experiment === true
  )
}

/** A table of the engine has each column once, whether its name is written large or small. */
function haveOwnNames(columns: Manifest['columns']): boolean {
  return new Set(columns.map(({ name }) => name.toLowerCase())).size === columns.length
}

/** Only texts of CSV and TSV are guarded for spreadsheets. */
function guardedWhereItCan(columns: Manifest['columns'], file: string | undefined): boolean {
  const can = file !== undefined && /\.(csv|tsv)$/.test(file)
  return columns.every(({ guarded, type }) => guarded === undefined || (guarded === true && can && type === 'text'))
}

/** Has a promise what its kind has? A kind that this version does not know may have anything; `foreignFields` names it. */
function isPromise(value: unknown): boolean {
  const beside = (one: unknown) => isRecord(one) && !('also' in one) && isPromise(one)
  return (
    passes(value, STATED) &&
    isRecord(value) &&
    optional((also) => Array.isArray(also) && also.length > 0 && also.every(beside))(value.also) &&
    passes(value, numbersOf(value.kind))
  )
}

function numbersOf(kind: unknown): (typeof NUMBERS)[keyof typeof NUMBERS] | Record<never, never> {
  return Object.hasOwn(NUMBERS, String(kind)) ? NUMBERS[kind as keyof typeof NUMBERS] : {}
}

/**
 * Fields of a manifest that this version does not know, by their paths: whoever wrote them may mean something by them that nobody here
 * checks. A kind of promise that is not known counts as one.
 */
export function foreignFields(manifest: Manifest): readonly string[] {
  const { experiment } = manifest
  const tables = [{ columns: manifest.columns }, ...(manifest.tables ?? [])]
  return [
    ...beyond(manifest, ['format', 'guarantee', 'experiment', ...Object.keys(MANIFEST)], ''),
    ...foreignIn(manifest.guarantee, 'guarantee.'),
    ...(typeof experiment === 'object'
      ? [
          ...beyond(experiment, ['guarantee'], 'experiment.'),
          ...foreignIn(experiment.guarantee, 'experiment.guarantee.'),
        ]
      : []),
    ...(manifest.series ? beyond(manifest.series, Object.keys(MEMBER), 'series.') : []),
    ...beyond(manifest.software, Object.keys(SOFTWARE), 'software.'),
    ...beyond(manifest.shows, Object.keys(SHOWS), 'shows.'),
    ...manifest.steps.flatMap((step) => beyond(step, Object.keys(STEP), 'steps.')),
    ...(manifest.tables ?? []).flatMap((table) => beyond(table, Object.keys(TABLE), 'tables.')),
    ...tables.flatMap(({ columns }) => columns.flatMap((column) => beyond(column, Object.keys(COLUMN), 'columns.'))),
    ...Object.keys(manifest.more ?? {})
      .filter((field) => !(Object.hasOwn(MORE, field) && MORE[field]?.(manifest.more?.[field])))
      .map((field) => `more.${short(field)}`),
  ]
}

function foreignIn(guarantee: Manifest['guarantee'], path: string): readonly string[] {
  const numbers = numbersOf(guarantee.kind)
  if (!Object.hasOwn(NUMBERS, guarantee.kind)) return [`${path}kind`]
  return [
    // The unit stands in the sentence: a name, and no words of its own.
    ...(/^[\p{L}\p{N}][\p{L}\p{N} _.:/-]{0,39}$/u.test(guarantee.unit) ? [] : [`${path}unit`]),
    ...beyond(guarantee, ['also', ...Object.keys(STATED), ...Object.keys(numbers)], path),
    ...(guarantee.also ?? []).flatMap((one) => foreignIn(one, `${path}also.`)),
  ]
}

function beyond(value: object, known: readonly string[], path: string): string[] {
  return Object.keys(value)
    .filter((field) => !known.includes(field))
    .map((field) => `${path}${short(field)}`)
}

/** The name of a foreign field is somebody's text. */
function short(field: string): string {
  return /^[\w-]{1,40}$/.test(field) ? field : '(a name that is none)'
}
