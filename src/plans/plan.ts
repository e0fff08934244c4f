import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../base/errors.js'
import { PACKAGE_ROOT } from '../base/package-root.js'
import type { OwnParams } from '../base/params.js'
import { type ColumnOptions, LINKS, TIMES } from '../release/columns.js'
import { isPlanName } from '../release/plan-name.js'
import { parseText } from './parse-text.js'

/** Steps in a row, as a file says them, and what the release shows beside the text. */
export interface Plan {
  /** Of a profile: what it is called and where the rule comes from. */
  readonly name?: string
  readonly source?: string
  readonly date?: string
  readonly notes?: readonly string[]
  /** Of a profile: does `compare` try it unless it is told what to try? */
  readonly compared?: true
  /** Were the settings chosen by looking at the log itself? */
  readonly tuned?: true
  readonly steps: readonly { readonly method: string; readonly params: OwnParams }[]
  readonly shows: Partial<ColumnOptions>
  /** How the log is to be read, where it is not to be guessed: format, columns, dateOrder and so on. */
  readonly reading?: Readonly<Record<string, unknown>>
}

const PROFILES = join(PACKAGE_ROOT, 'profiles')

/** Names of the profiles that come with Lethe. */
export function profileNames(): string[] {
  return readdirSync(PROFILES)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort()
}

/** A plan from a file (JSON or YAML), or a profile by its name. */
export async function readPlan(nameOrPath: string): Promise<Plan> {
  const path = profileNames().includes(nameOrPath) ? join(PROFILES, `${nameOrPath}.json`) : nameOrPath
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    fail(
      'input',
      `there is no plan file ${nameOrPath}`,
      `Name a JSON or YAML file with steps, or a profile: ${profileNames().join(', ')}.`,
    )
  return planFrom(await parseText(readFileSync(path, 'utf8'), nameOrPath), nameOrPath)
}

/** Checks the shape of a plan. */
export function planFrom(parsed: unknown, label: string): Plan {
  const plan = (parsed ?? {}) as Record<string, unknown>
  if (!Array.isArray(plan.steps) || plan.steps.length === 0)
    fail('input', `${label} has no steps`, 'Write steps: [{method: rare-queries, k: 5}].')
  const known = ['name', 'source', 'date', 'notes', 'compared', 'tuned', 'steps', 'reading', 'link', 'time', 'rank']
  const odd = Object.keys(plan).find((key) => !known.includes(key))
  if (odd !== undefined) fail('input', `${label} has an unknown entry '${odd}'`, `A plan has ${known.join(', ')}.`)
  const steps = plan.steps.map((step: unknown, index) => {
    const { method, ...params } = (step ?? {}) as Record<string, unknown>
    if (typeof method !== 'string')
      fail('input', `step ${index + 1} of ${label} names no method`, 'Write {method: NAME, ...parameters}.')
    return { method, params }
  })
  const { link, time, rank } = plan as { link?: ColumnOptions['link']; time?: ColumnOptions['time']; rank?: boolean }
  if (link !== undefined && !LINKS.includes(link)) fail('input', `link in ${label} must be one of ${LINKS.join(', ')}`)
  if (time !== undefined && !TIMES.includes(time)) fail('input', `time in ${label} must be one of ${TIMES.join(', ')}`)
  if (plan.name !== undefined && !isPlanName(plan.name))
    fail(
      'input',
      `name in ${label} is no name`,
      'Write up to 40 letters of a to z, digits, dots, dashes: name: our-rule.',
    )
  const { reading } = plan
  if (reading !== undefined && (typeof reading !== 'object' || reading === null || Array.isArray(reading)))
    fail('input', `reading in ${label} must have entries`, 'Write reading: {format: tsv, dateOrder: dmy}.')
  if (plan.tuned !== undefined && typeof plan.tuned !== 'boolean')
    fail('input', `tuned in ${label} must be true or false`)
  if (plan.compared !== undefined && typeof plan.compared !== 'boolean')
    fail('input', `compared in ${label} must be true or false`)
  if (rank !== undefined && typeof rank !== 'boolean') fail('input', `rank in ${label} must be true or false`)
  return {
    ...(typeof plan.name === 'string' ? { name: plan.name } : {}),
    ...(typeof plan.source === 'string' ? { source: plan.source } : {}),
    ...(typeof plan.date === 'string' ? { date: plan.date } : {}),
    ...(plan.compared === true ? { compared: true } : {}),
    ...(plan.tuned === true ? { tuned: true } : {}),
    ...(Array.isArray(plan.notes) ? { notes: plan.notes.map(String) } : {}),
    steps,
    ...(reading === undefined ? {} : { reading: reading as Readonly<Record<string, unknown>> }),
    shows: {
      ...(link === undefined ? {} : { link }),
      ...(time === undefined ? {} : { time }),
      ...(rank === undefined ? {} : { rank }),
    },
  }
}
