import { isDeepStrictEqual } from 'node:util'
import { fail } from '../base/errors.js'
import { readKeyFile } from '../crypto/key-file.js'
import { asFarAs, type Engine } from '../engines/engine.js'
import type { InputOptions } from '../ingest/index.js'
import type { Log } from '../log/log.js'
import { loadMethod } from '../methods/index.js'
import type { Context } from '../methods/method.js'
import { type ReadyStep, readyStep } from '../plans/derive.js'
import type { Plan } from '../plans/plan.js'
import { recorded, shownParams } from '../plans/private-params.js'
import { secureRandom } from '../random/secure.js'
import { type ColumnOptions, DEFAULT_COLUMNS } from '../release/columns.js'
import { after, type Made } from '../release/made.js'
import type { PrivateRecord, Step } from '../release/manifest.js'

/** The steps of a plan with their methods found and their parameters checked. */
export async function readySteps(plan: Plan): Promise<ReadyStep[]> {
  const steps = await Promise.all(
    plan.steps.map(async ({ method, params }) => readyStep(await loadMethod(method), params)),
  )
  for (const { method, params } of steps) method.ready?.(params)
  return steps
}

/** A step as anybody may read it. */
export function asStep({ method, params }: ReadyStep): Step {
  return { method: method.name, params: shownParams(method.params, params) }
}

/** Are these the steps of a rule? What a rule leaves to the log (the locale) may stand in them all the same. */
export function areStepsOf(rule: readonly Step[], steps: readonly Step[]): boolean {
  const asLeftOpen = steps.map(({ method, params }, i) => {
    const { locale, ...rest } = params
    const open = method === 'scrub' && locale !== undefined && rule[i]?.params.locale === undefined
    return { method, params: open ? rest : params }
  })
  return isDeepStrictEqual(rule, asLeftOpen)
}

/** For the custodian's record: what the manifest does not tell. */
export function givenTo(steps: readonly ReadyStep[]): Pick<PrivateRecord, 'given'> {
  const given = steps.flatMap(({ method, params }) =>
    recorded(method.params, params).map((one) => ({ method: method.name, ...one })),
  )
  return given.length === 0 ? {} : { given }
}

export function nameOf(plan: Plan): string {
  return plan.name ?? plan.steps.map((step) => step.method).join(' + ')
}

/** What a release shows: what its methods show by themselves, unless the plan or the custodian says otherwise. */
export function columnOptions(
  steps: readonly ReadyStep[],
  plan: Plan,
  shows: Partial<ColumnOptions> = {},
): ColumnOptions {
  const asked = { ...plan.shows, ...shows }
  const items = steps.find(({ method, params }) => method.makes?.(params) === 'items')
  if (items && Object.keys(asked).length > 0)
    fail(
      'usage',
      `${items.method.name} releases a table of items, which has no ${Object.keys(asked).join(', ')}`,
      'Leave --link, --time and --rank out.',
    )
  const byMethods = steps.map(({ method, params }) => method.shows?.(params) ?? {})
  // Whoever cuts histories has the last word on pseudonyms.
  const cutter = steps.find((_, i) => byMethods[i]?.link === 'session')
  if (cutter && asked.link === 'user')
    fail(
      'refused',
      `one pseudonym for a person would put together again what ${cutter.method.name} takes apart`,
      'Choose --link session or --link none, or leave the step out.',
    )
  const cut = cutter ? { link: 'session' as const } : {}
  // Relative times are relative to a pseudonym's first row.
  const unlinked = asked.link === 'none' ? { time: DEFAULT_COLUMNS.time } : {}
  return Object.assign({}, DEFAULT_COLUMNS, ...byMethods, cut, unlinked, asked)
}

/** The further columns that a custodian keeps. */
export function extrasOf(input: InputOptions): string[] {
  return Object.keys(input.columns ?? {}).filter(
    (key) => !['user', 'query', 'time', 'rank', 'url'].includes(key) && key !== input.unit,
  )
}

export interface KeyOptions {
  readonly keyFile?: string
  /** Draw a key for this run and forget it. */
  readonly ephemeralKey?: boolean
}

export function keyFor(steps: readonly ReadyStep[], options: KeyOptions): Uint8Array | undefined {
  if (options.keyFile !== undefined && options.ephemeralKey)
    fail('usage', '--key and --ephemeral-key exclude each other', 'Give one of them.')
  const needed = steps.some(({ method, params }) => method.writesTags(params))
  if (!needed) return undefined
  if (options.keyFile !== undefined) return readKeyFile(options.keyFile)
  if (options.ephemeralKey) return secureRandom().bytes(32)
  return fail(
    'usage',
    'tags need a key',
    'Give --key FILE (made by lethe keygen -o FILE), or --ephemeral-key for one that is forgotten.',
  )
}

export function checkRequirements(steps: readonly ReadyStep[], log: Log): void {
  for (const { method, params } of steps) {
    const required = [...method.requires, ...(method.requiresFor?.(params) ?? [])]
    if (required.includes('person') && log.unit === undefined) {
      fail(
        'refused',
        `${method.name} counts persons, and the log has no user column`,
        'Name it with --columns user=NAME, or name another unit: --unit session, --unit ip.',
      )
    }
    if (required.includes('time') && !log.has.time)
      fail('refused', `${method.name} needs times, and the log has none`, 'Name the column with --columns time=NAME.')
    if (required.includes('url') && !log.has.url)
      fail(
        'refused',
        `${method.name} needs clicked URLs, and the log has none`,
        'Name the column with --columns url=NAME.',
      )
  }
}

/** Refuses, before a log is read, steps that ask for more than the engine has. */
export function checkEngine(steps: readonly ReadyStep[], engine: Engine): void {
  for (const { method, params } of steps) asFarAs(method.needs(params), engine, method.name)
}

/** Runs the steps one after the other, each with no more of the engine than it asks for; only the last may make something that is no log. */
export async function runSteps(steps: readonly ReadyStep[], log: Log, on: Context): Promise<Made> {
  let made: Made = { log }
  for (const [index, { method, params }] of steps.entries()) {
    if (made.log === undefined || (made.tables ?? []).length > 0)
      fail('internal', `step ${index} leaves nothing to work on`)
    const engine = asFarAs(method.needs(params), on.engine, method.name)
    const last = await method.run(made.log, params, { ...on, engine })
    made = index === 0 ? last : after(made, last)
  }
  return made
}
