import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fail } from '../errors.js'
import { LINKS, TIMES } from './columns.js'
import { type Guarantee, ITEMS, SCHEMES } from './guarantee.js'
import { MANIFEST_FORMAT, type Manifest } from './manifest.js'

/** A release as anyone can see it: its folder and its manifest. */
export interface Release {
  readonly dir: string
  readonly manifest: Manifest
}

/** Opens a release by its public folder. */
export function openRelease(dir: string): Release {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    fail('input', `there is no release folder ${dir}`, 'Name the folder that lethe release made.')
  const path = join(dir, 'manifest.json')
  if (!existsSync(path))
    fail(
      'input',
      `${dir} has no manifest.json`,
      'It is no release of Lethe; for other data use lethe verify FILE --claim ... --columns ...',
    )
  let manifest: Manifest
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (cause) {
    fail('input', `${path} is not JSON`, 'The release is damaged.', cause)
  }
  if (manifest?.format !== MANIFEST_FORMAT || !wellFormed(manifest)) {
    fail(
      'input',
      `${path} is no manifest that this version reads (${MANIFEST_FORMAT})`,
      'Check the version that made it.',
    )
  }
  return { dir, manifest }
}

/** A manifest may come from anyone: what is worked with must be what it is taken for. */
function wellFormed({ guarantee, columns, files, shows, steps, tables = [] }: Manifest): boolean {
  const described = (list: Manifest['columns']) =>
    Array.isArray(list) && list.every((column) => typeof column?.name === 'string' && typeof column.type === 'string')
  return (
    isPromise(guarantee) &&
    [files, steps, tables].every(Array.isArray) &&
    described(columns) &&
    tables.every((table) => files.includes(table?.file) && described(table.columns)) &&
    guardedWhereItCan(columns, files[0]) &&
    tables.every((table) => guardedWhereItCan(table.columns, table.file)) &&
    // A name, not a path: nothing outside the folder is read.
    files.every((file) => typeof file === 'string' && file === basename(file)) &&
    steps.every(
      (step) => typeof step?.method === 'string' && typeof step.params === 'object' && step.params !== null,
    ) &&
    LINKS.includes(shows?.link) &&
    TIMES.includes(shows.time)
  )
}

/** Only texts of CSV and TSV are guarded for spreadsheets. */
function guardedWhereItCan(columns: Manifest['columns'], file: string | undefined): boolean {
  const can = file !== undefined && /\.(csv|tsv)$/.test(file)
  return columns.every(({ guarded, type }) => guarded === undefined || (guarded === true && can && type === 'text'))
}

function isPromise(guarantee: Guarantee): boolean {
  const whole = (...numbers: number[]) => numbers.every((n) => Number.isSafeInteger(n) && n >= 1)
  const texts = (value: readonly string[]) => Array.isArray(value) && value.every((line) => typeof line === 'string')
  if (typeof guarantee?.sentence !== 'string' || typeof guarantee.unit !== 'string') return false
  if (!texts(guarantee.assumptions) || !texts(guarantee.notProtected)) return false
  const { also } = guarantee
  if (also !== undefined && !(Array.isArray(also) && also.every((one) => !one?.also && isPromise(one)))) return false
  switch (guarantee.kind) {
    case 'k-users-per-query':
      return whole(guarantee.k, guarantee.hostK)
    case 'k-users-per-ngram':
      return whole(guarantee.k, guarantee.hostK, guarantee.n, guarantee.maxTerms)
    case 'dp':
      return (
        guarantee.epsilon > 0 &&
        guarantee.delta >= 0 &&
        guarantee.delta < 1 &&
        ITEMS.includes(guarantee.items) &&
        whole(guarantee.minUsers)
      )
    case 'k-m':
      return whole(guarantee.k, guarantee.m)
    case 'identical-users':
      return whole(guarantee.k, guarantee.minUsers, guarantee.l)
    case 'threshold-reveal':
      return whole(guarantee.t) && SCHEMES.includes(guarantee.scheme)
    default:
      return guarantee.kind === 'none'
  }
}
