import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fail } from '../../base/errors.js'
import type { OutFormat } from '../../engines/engine.js'
import type { InputOptions } from '../../ingest/index.js'
import type { Plan } from '../../plans/plan.js'
import type { ColumnOptions } from '../../release/columns.js'
import { EVERY } from '../../release/guarantee.js'
import { MOST_PERIODS, type PrivateRecord } from '../../release/manifest.js'
import { SERIES_FILE } from '../../release/private-folder.js'
import { LATE } from '../../series/late.js'
import { type Every, isDay, periodOf } from '../../series/periods.js'

export const SERIES_FORMAT = 'lethe-series/1'

/** What a series is, as its private folder has it: settled when it was begun, and the same for every period. */
export interface Settings {
  readonly format: typeof SERIES_FORMAT
  readonly id: string
  readonly plan: Plan
  readonly shows: Partial<ColumnOptions>
  readonly input: InputOptions
  readonly outFormat?: OutFormat
  readonly population: string
  readonly ledger: string
  readonly every: Every
  /** In periods. */
  readonly window: number | 'ever'
  readonly horizon?: number
  readonly stateless?: true
  /** What becomes of rows whose time lies outside the period. */
  readonly late: (typeof LATE)[number]
  /** Where keys lie, apart from what they open. */
  readonly keys: string
}

/** A series with its folders. */
export interface Series extends Settings {
  readonly dir: string
  readonly privateDir: string
}

/** A period that has been added. */
export interface Member {
  readonly name: string
  readonly period: number
  readonly dir: string
  readonly privateDir: string
  readonly record: PrivateRecord
}

export function privateFolder(dir: string): string {
  return `${resolve(dir)}.private`
}

export function openSeries(dir: string): Series {
  const privateDir = privateFolder(dir)
  const path = join(privateDir, SERIES_FILE)
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile())
    fail(
      'input',
      existsSync(join(dir, SERIES_FILE))
        ? `the private folder of the series ${dir} is not beside it`
        : `${dir} is no series`,
      'Begin one: lethe series init DIR --population P --method NAME --every day.',
    )
  if (!existsSync(join(dir, SERIES_FILE)))
    fail('input', `${dir} is not beside its private folder`, 'Put it back: new releases stand beside the earlier ones.')
  let settings: Settings
  try {
    settings = JSON.parse(readFileSync(path, 'utf8')) as Settings
  } catch (cause) {
    return fail('input', `${path} cannot be read`, 'Put it back from a copy.', cause)
  }
  if (settings?.format !== SERIES_FORMAT)
    fail('input', `${path} is of another version, or damaged`, 'Use the version that wrote it, or a copy.')
  if (!isWhole(settings)) fail('input', `${path} is damaged`, 'Put it back from a copy.')
  return { ...settings, dir: resolve(dir), privateDir }
}

/** Has it all that a series is begun with? */
function isWhole({
  id,
  plan,
  shows,
  input,
  population,
  ledger,
  every,
  window,
  horizon,
  late,
  keys,
}: Settings): boolean {
  const texts = [id, population, ledger, keys]
  const records = [plan, shows, input]
  const length = window === 'ever' ? horizon : window
  return (
    texts.every((value: unknown) => typeof value === 'string' && value !== '') &&
    records.every((value: unknown) => typeof value === 'object' && value !== null) &&
    Array.isArray(plan.steps) &&
    plan.steps.length > 0 &&
    EVERY.includes(every) &&
    LATE.includes(late) &&
    typeof length === 'number' &&
    Number.isSafeInteger(length) &&
    length >= 1 &&
    length <= MOST_PERIODS
  )
}

/**
 * The periods that have been added, in their order, by the private folder: a release that was taken out of the public one counts as before, for what persons gave to it was seen.
 */
export function membersOf({ dir, privateDir, every }: Series): Member[] {
  const names = readdirSync(privateDir).filter(isDay).sort()
  const strange = readdirSync(dir).filter((name) => isDay(name) && !names.includes(name))
  if (strange.length > 0)
    fail(
      'refused',
      `${privateDir} knows nothing of ${strange.sort().join(', ')}, which the series has released`,
      'It was put back to an earlier day, or something was removed from it. Put it back as it was: without it nobody knows who has given what.',
    )
  return names.map((name) => memberIn(name, { dir, privateDir, every }))
}

function memberIn(name: string, { dir, privateDir, every }: Pick<Series, 'dir' | 'privateDir' | 'every'>): Member {
  const own = join(privateDir, name)
  let record: PrivateRecord | undefined
  return {
    ...{ name, period: periodOf(every, name), dir: join(dir, name), privateDir: own },
    // Most are never asked for: a year of records need not be read every day.
    get record() {
      record ??= recordIn(own)
      return record
    },
  }
}

/** Is its release where it was put? */
export function isShown({ dir }: Member): boolean {
  return existsSync(join(dir, 'manifest.json'))
}

function recordIn(folder: string): PrivateRecord {
  try {
    return JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8')) as PrivateRecord
  } catch (cause) {
    return fail('input', `the record of ${basename(folder)} cannot be read`, 'Put it back from a copy.', cause)
  }
}
