import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { promisedSteps } from '../../../src/plans/foreign.js'
import type { Manifest } from '../../../src/release/manifest.js'
import { ROWS } from '../../support/honest.js'
import { rowsOf } from '../../support/release.js'

type Shown = Readonly<Record<string, string | null>>

/**
 * May it be said of a forged release that it holds? Found out anew, from the rows that the log was made of and by counting alone: some changes leave
 * a promise true, such as a row less. What is said beside the rows must be what the honest manifest says.
 */
export async function trulyHolds(dir: string, honest: string, has: string): Promise<boolean> {
  const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest
  const told = JSON.parse(readFileSync(join(honest, 'manifest.json'), 'utf8')) as Manifest
  if (!isDeepStrictEqual({ ...manifest, steps: await whole(manifest) }, told)) return false
  if (readdirSync(dir).sort().join() !== readdirSync(honest).sort().join()) return false
  const rows = await shownRows(dir, manifest)
  if (rows.length === 0) return true // nothing is shown, and so nothing too much
  if (!rows.every((row) => Object.entries(row).every(([column, value]) => value === null || plain(column, value))))
    return false
  if (has === 'nothing' || has === 'folder') return false // nobody knows who the pseudonyms are
  const { guarantee } = manifest
  const counted = has === 'assumption' ? rows.map((row) => ({ person: row.pseudonym ?? '', ...row })) : IN_THE_LOG
  switch (guarantee.kind) {
    case 'k-users-per-query':
      return each(rows, counted, ['query'], guarantee.k) && each(rows, counted, ['query', 'host'], guarantee.hostK)
    case 'k-users-per-ngram':
      return words(rows).every((word) => personsOf(counted, (row) => words([row]).includes(word)) >= guarantee.k)
    case 'identical-users':
      return histories(rows).every((one, _, all) => all.filter((other) => other === one).length >= guarantee.k)
    case 'k-m':
      return words(rows).every(
        (word) => personsOf(rows.map(byName), (row) => words([row]).includes(word)) >= guarantee.k,
      )
    case 'threshold-reveal': {
      // Tags and shares are what the key makes of texts: those that stand in the honest release are right.
      const right = (await shownRows(honest, told)).map((row) => JSON.stringify(row))
      return rows.every((row) => right.includes(JSON.stringify(row)))
    }
    default:
      return false
  }
}

/** The steps of a manifest, with what they leave out and what goes without saying. One that stands there twice leaves what it leaves once. */
async function whole({ steps }: Manifest): Promise<Manifest['steps']> {
  const ready = await promisedSteps(steps).catch(() => [])
  const said = steps.map((step, i) => ({ ...step, params: { ...ready[i]?.params, ...step.params } }))
  const once = said.filter((step, i) => !isDeepStrictEqual(step, said[i - 1]))
  return JSON.parse(JSON.stringify(once)) // as a manifest goes: what is undefined is not there
}

const hostOf = (url: string | undefined) => (url === undefined ? null : new URL(url).host)
const IN_THE_LOG = ROWS.map(({ user, query, url }) => ({ person: user, query, host: hostOf(url) }))
const byName = (row: Shown) => ({ person: row.pseudonym ?? '', ...row })

function personsOf(rows: readonly Shown[], which: (row: Shown) => boolean): number {
  return new Set(rows.filter(which).map(({ person }) => person)).size
}

/** Every cell that is shown belongs to so many persons. */
function each(shown: readonly Shown[], counted: readonly Shown[], cell: readonly string[], k: number): boolean {
  const whole = shown.filter((row) => cell.every((column) => (row[column] ?? null) !== null))
  return whole.every((row) => personsOf(counted, (other) => cell.every((c) => other[c] === row[c])) >= k)
}

function words(rows: readonly Shown[]): string[] {
  return [...new Set(rows.flatMap(({ query }) => (query ?? '').split(' ').filter(Boolean)))]
}

/** The histories of pseudonyms, each as one text. */
function histories(rows: readonly Shown[]): string[] {
  const told = new Map<string, string[]>()
  for (const { pseudonym, query, host } of rows)
    told.set(pseudonym ?? '', [...(told.get(pseudonym ?? '') ?? []), `${query}\t${host ?? ''}`])
  return [...told.values()].map((lines) => lines.sort().join('\n'))
}

const FORMS: Readonly<Record<string, RegExp>> = {
  day: /^\d{4}-\d\d-\d\d$/,
  seconds: /^\d{1,12}$/,
  rank: /^[1-9]\d?$/,
  pseudonym: /^[0-9a-f]{32}$/,
  host: /^[a-z.]+$/,
  query: /^[a-z ]+$/,
  tag: /^[0-9a-f]{20,}$/,
}

const plain = (column: string, value: string) => FORMS[column]?.test(value) ?? false

/** The rows of a release, read by the letter: what has not the form that it should have is told as something that no release shows. */
async function shownRows(dir: string, { files, columns }: Manifest): Promise<Shown[]> {
  const file = files[0] ?? ''
  if (file.endsWith('.parquet')) return rowsOf(dir) as Promise<Shown[]>
  const lines = readFileSync(join(dir, file), 'utf8').split('\n').slice(0, -1)
  const names = columns.map(({ name }) => name)
  if (file.endsWith('.ndjson')) return lines.map((line) => asText(JSON.parse(line)))
  const split = file.endsWith('.csv') ? ',' : '\t'
  if (lines[0] !== names.join(split)) return [{ header: lines[0] ?? '' }]
  return lines.slice(1).map((line) => {
    const cells = line.split(split)
    return cells.length === names.length
      ? Object.fromEntries(names.map((name, i) => [name, cells[i] === '' ? null : cells[i]!]))
      : { cells: line }
  })
}

function asText(row: Record<string, unknown>): Shown {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === null ? null : String(value)]))
}
