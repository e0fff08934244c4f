import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fail } from '../../base/errors.js'
import type { OutFormat } from '../../engines/engine.js'
import type { InputOptions } from '../../ingest/index.js'
import type { Plan } from '../../plans/plan.js'
import type { ColumnOptions } from '../../release/columns.js'
import type { PrivateRecord } from '../../release/manifest.js'
import { SERIES_FILE } from '../../release/private-folder.js'
import type { LATE } from '../../series/late.js'
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
  let settings: Settings
  try {
    settings = JSON.parse(readFileSync(path, 'utf8')) as Settings
  } catch (cause) {
    return fail('input', `${path} cannot be read`, 'Put it back from a copy.', cause)
  }
  if (settings.format !== SERIES_FORMAT)
    fail('input', `${path} is of another version`, 'Use the version that wrote it.')
  return { ...settings, dir: resolve(dir), privateDir }
}

/** The periods that have been added, in their order. What stands in the private folder alone was not published. */
export function membersOf({ dir, privateDir, every }: Series): Member[] {
  return readdirSync(privateDir)
    .filter((name) => isDay(name) && existsSync(join(dir, name, 'manifest.json')))
    .sort()
    .map((name) => {
      const own = join(privateDir, name)
      return { name, period: periodOf(every, name), dir: join(dir, name), privateDir: own, record: recordIn(own) }
    })
}

function recordIn(folder: string): PrivateRecord {
  try {
    return JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8')) as PrivateRecord
  } catch (cause) {
    return fail('input', `the record of ${basename(folder)} cannot be read`, 'Put it back from a copy.', cause)
  }
}
