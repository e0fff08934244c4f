import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '../base/defined.js'
import { type Params, parseParams, type ValuesOf } from '../base/params.js'
import type { OutFormat } from '../engines/engine.js'
import { type Resources, type Session, withSession } from '../engines/session.js'
import { type InputOptions, readLog } from '../ingest/index.js'
import type { Log } from '../log/log.js'
import type { ReadyStep } from '../plans/derive.js'
import type { Plan } from '../plans/plan.js'
import type { Random } from '../random/random.js'
import { secureRandom } from '../random/secure.js'
import { seededRandom } from '../random/seeded.js'
import type { ColumnOptions } from '../release/columns.js'
import { loadTrial } from '../trials/index.js'
import type { Trial, TrialContext, Tried } from '../trials/trial.js'
import { callProgram } from './child.js'
import { explain, release } from './release/index.js'
import { show } from './show.js'
import { checkEngine, checkRequirements, type KeyOptions, keyFor, readySteps, runSteps } from './steps.js'

/** What to try: a plan, and how its releases are to be made. */
export interface TrialOptions extends KeyOptions {
  readonly plan: Plan
  /** Of the trial. */
  readonly params?: Readonly<Record<string, unknown>>
  readonly shows?: Partial<ColumnOptions>
  readonly format?: OutFormat
  /** Repeatable chance, for experiments. */
  readonly seed?: number
}

/** Puts a plan to a trial by its name. */
export async function trial(
  name: string,
  inputs: readonly string[],
  options: TrialOptions,
  input: InputOptions = {},
  resources: Resources = {},
): Promise<object> {
  return tryPlan(await loadTrial(name), inputs, options, input, resources)
}

/** Puts a plan to a trial. Its releases are thrown away: nothing enters a ledger, for nothing is published. */
export async function tryPlan<S extends Params, R extends object>(
  trial: Trial<S, R>,
  inputs: readonly string[],
  options: TrialOptions,
  input: InputOptions = {},
  resources: Resources = {},
): Promise<R> {
  const ready = await readyTrial(trial, options, input)
  return withSession(resources, async (session) => {
    session.say('reading')
    checkEngine(ready.steps, session.engine)
    const { collapsePrefixes: _, ...unfolded } = input
    const keepRaw = trial.asItStands ?? ready.steps.some(({ method, params: own }) => method.readsRaw(own))
    const { log } = await readLog(inputs, { ...(trial.asItStands ? unfolded : input), keepRaw }, session)
    return runTrial(trial, ready, log, { options, input, resources }, session)
  })
}

/** Puts a plan to a trial on a log that has been read. */
export async function tryRead<S extends Params, R extends object>(
  trial: Trial<S, R>,
  log: Log,
  options: TrialOptions,
  session: Session,
): Promise<R> {
  const input = log.unit === undefined ? {} : { unit: log.unit }
  return runTrial(trial, await readyTrial(trial, options, input), log, { options, input, resources: {} }, session)
}

interface ReadyTrial<S extends Params> {
  readonly params: ValuesOf<S>
  readonly tried: Tried
  readonly steps: readonly ReadyStep[]
}

/** Checks what is to be tried; an unsound plan is refused at once. */
async function readyTrial<S extends Params, R extends object>(
  trial: Trial<S, R>,
  { plan, shows, params }: TrialOptions,
  input: InputOptions,
): Promise<ReadyTrial<S>> {
  const values = parseParams(trial.name, trial.params, params ?? {})
  const { guarantee, shows: shown, derived, steps: told } = await explain(plan, shows, input)
  const steps = await readySteps(plan)
  const last = steps.at(-1)
  const tried = { guarantee, shows: shown, derived, steps: told, spends: last?.method.spends?.(last.params) }
  trial.checks?.(tried)
  return { params: values, tried, steps }
}

async function runTrial<S extends Params, R extends object>(
  trial: Trial<S, R>,
  { params, tried, steps }: ReadyTrial<S>,
  log: Log,
  from: Pick<Ways, 'options' | 'input' | 'resources'>,
  session: Session,
): Promise<R> {
  if (!trial.asItStands) checkRequirements(steps, log)
  const { seed, format } = from.options
  const dir = join(session.workspace.dir, 'trial')
  mkdirSync(dir, { mode: 0o700, recursive: true })
  const random = seed === undefined ? secureRandom() : seededRandom(seed)
  return trial.run(params, {
    ...session,
    ...tried,
    ...{ random, dir, log, format, seeded: seed !== undefined },
    ...waysToRelease({ ...from, steps, shows: tried.shows, random, dir }, session),
  })
}

interface Ways {
  readonly options: TrialOptions
  readonly input: InputOptions
  readonly resources: Resources
  readonly steps: readonly ReadyStep[]
  readonly shows: ColumnOptions
  readonly random: Random
  readonly dir: string
}

/** How a trial makes releases: in this session, by the library, by the program. */
function waysToRelease(
  { options, input, resources, steps, shows, random, dir }: Ways,
  session: Session,
): Pick<TrialContext, 'make' | 'show' | 'release' | 'call' | 'words'> {
  const { plan, seed } = options
  const { threads, memory, signal } = resources
  const { collapsePrefixes } = input
  let key: { readonly value: Uint8Array | undefined } | undefined
  return {
    make: async (log) => {
      const { tables = [] } = await runSteps(steps, log, { ...session, random, key: undefined, say: () => {} })
      return tables[0] && { table: tables[0].table, columns: tables[0].columns.map((column) => column.name) }
    },
    show: (log) => {
      key ??= { value: keyFor(steps, options) } // one for all runs, so that they differ by their persons alone
      return show(log, { steps, shows, random, key: key.value }, session)
    },
    release: async ({ path, format, columns }, out) => {
      await release(
        [path],
        { plan, out, format: 'ndjson', unpublished: true, ...(seed === undefined ? {} : { seed: random.uint32() }) },
        { format, columns, ...defined({ collapsePrefixes }) },
        defined({ threads, memory, signal }),
      )
    },
    call: (words, temp) => callProgram(words, temp, signal),
    words: { plan: planWords(options, dir), reading: readingWords(input, resources) },
  }
}

/** The plan in a file of its own, as a custodian would name it; what goes with it on the command line. */
function planWords({ plan, shows, keyFile, ephemeralKey, seed }: TrialOptions, dir: string): string[] {
  const { name, source, date, notes } = plan
  const steps = plan.steps.map(({ method, params }) => ({ method, ...params }))
  const path = join(dir, 'plan.json')
  writeFileSync(path, JSON.stringify({ name, source, date, notes, steps, ...plan.shows, ...shows }), { mode: 0o600 })
  const key = [...flag('--key', keyFile), ...(ephemeralKey ? ['--ephemeral-key'] : [])]
  return ['--plan', path, ...key, ...flag('--seed', seed)]
}

function readingWords({ unit, collapsePrefixes }: InputOptions, { threads, memory }: Resources): string[] {
  return [
    ...flag('--unit', unit),
    ...flag('--collapse-prefixes', collapsePrefixes),
    ...flag('--threads', threads),
    ...flag('--memory', memory),
  ]
}

const flag = (name: string, value: unknown) => (value === undefined ? [] : [name, String(value)])
