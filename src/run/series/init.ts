import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { commit, journalOf, partialOf, sync } from '../../base/commit.js'
import { defined } from '../../base/defined.js'
import { fail } from '../../base/errors.js'
import { VERSION } from '../../base/package-root.js'
import { enterRun, sweepRuns } from '../../base/runs.js'
import { stateDir } from '../../base/state.js'
import type { OutFormat } from '../../engines/engine.js'
import type { InputOptions } from '../../ingest/index.js'
import { refuseUnbounded, type Standing } from '../../ledger/account.js'
import { ledgerDir, openBook } from '../../ledger/ledger.js'
import { derive } from '../../plans/derive.js'
import type { Plan } from '../../plans/plan.js'
import type { ColumnOptions } from '../../release/columns.js'
import type { Guarantee } from '../../release/guarantee.js'
import { MOST_PERIODS, type Step } from '../../release/manifest.js'
import { SERIES_FILE } from '../../release/private-folder.js'
import { type Every, periodsIn } from '../../series/periods.js'
import { inputFor } from '../reading.js'
import { asStep, columnOptions, extrasOf, readySteps } from '../steps.js'
import { kindOf } from './kind.js'
import { payFor, refuseOtherSeries } from './pay.js'
import { numbersOf, promisedInSeries } from './promise.js'
import { privateFolder, SERIES_FORMAT, type Series, type Settings } from './settings.js'

export interface SeriesOptions {
  readonly population: string
  readonly plan: Plan
  readonly every: Every
  /** Days, or for ever; default 30 days, or 4 weeks. */
  readonly window?: number | 'ever'
  /** For ever: how many days there will be at most; default ten years. */
  readonly horizon?: number
  /** Rows whose time lies outside the period: count them where they arrive (the default), or leave them out. */
  readonly late?: Settings['late']
  /** Remember nothing of persons: perUser/W items a period. */
  readonly stateless?: boolean
  readonly shows?: Partial<ColumnOptions>
  readonly format?: OutFormat
  readonly ledger?: string
  /** State promise and thresholds, and stop: nothing is written or spent. */
  readonly explain?: boolean
  /** Where keys are kept, apart from the series; default: the user's folder for state. */
  readonly keys?: string
}

/** A series that has begun, or what it would promise. */
export interface Begun {
  /** False where it was only explained. */
  readonly begun: boolean
  readonly dir: string
  readonly privateDir: string
  readonly keys: string
  readonly guarantee: Guarantee
  /** Under differential privacy: levels, noise, and what a count must pass. */
  readonly derived?: Derived
  readonly ledger?: Standing
}

export interface Derived {
  readonly levels: number
  readonly sigma: number
  readonly tau: number
  readonly moves: number
  /** What a count must pass: in the first period, and from the least to the greatest once windows are full. */
  readonly tauPrime: { readonly first: number; readonly least: number; readonly most: number }
}

/** Persons that an item needs where the plan does not say: the long tail then needs no noise, and thresholds move by as much. */
const MIN_USERS = 5

/** Begins a series: settles what holds for all its periods, and pays for the first window. */
export async function beginSeries(dir: string, options: SeriesOptions, flags: InputOptions = {}): Promise<Begun> {
  sweepRuns()
  const series = await settle(dir, options, flags)
  checkPlaces(series)
  refuseOtherSeries(series)
  const { steps, guarantee } = await promiseOfSeries(series)
  const derived = await derivedOf(series)
  const { privateDir, keys } = series
  const told = { dir: series.dir, privateDir, keys, guarantee, ...defined({ derived }) }
  if (options.explain) return { ...told, begun: false }
  if (derived === undefined) refuseUnbounded(series.population, openBook(series.ledger, series.population).entries())
  const ledger = derived && (await payFor(series, 0))
  writeFolders(series, steps, guarantee, derived)
  return { ...told, begun: true, ...defined({ ledger }) }
}

async function settle(dir: string, options: SeriesOptions, input: InputOptions): Promise<Series> {
  const { every, population, late = 'join', stateless, shows = {}, format } = options
  const steps = await readySteps(options.plan)
  const kind = kindOf(steps)
  const plan = kind === 'counts' ? withMinUsers(options.plan) : options.plan
  const { window = every === 'day' ? 30 : 28, horizon = 3653 - (3653 % 7) } = options
  if (options.horizon !== undefined && window !== 'ever')
    fail('usage', '--horizon belongs to --window ever', 'Leave it out: a window goes on for ever.')
  if (stateless && (kind !== 'counts' || window === 'ever'))
    fail('usage', '--stateless is for counts over a window', 'Leave it out, or name a window in days.')
  const id = randomBytes(8).toString('hex')
  return {
    format: SERIES_FORMAT,
    id,
    plan,
    shows,
    input,
    population,
    ledger: resolve(ledgerDir(options.ledger)),
    every,
    window: window === 'ever' ? window : periods(every, window, 'window'),
    ...(window === 'ever' ? { horizon: periods(every, horizon, 'horizon') } : {}),
    ...(stateless ? { stateless: true } : {}),
    late,
    keys: resolve(options.keys ?? join(stateDir(), 'series', id)),
    ...defined({ outFormat: format }),
    dir: resolve(dir),
    privateDir: privateFolder(dir),
  }
}

function periods(every: Every, days: number, what: string): number {
  const n = periodsIn(every, days)
  if (!(Number.isSafeInteger(n) && n >= 1 && n <= MOST_PERIODS))
    fail('usage', `--${what} is a number of days`, `Choose 1 to ${MOST_PERIODS} ${every}s.`)
  return n
}

function withMinUsers(plan: Plan): Plan {
  const last = plan.steps.at(-1)!
  if (last.params.minUsers !== undefined) return plan
  return { ...plan, steps: [...plan.steps.slice(0, -1), { ...last, params: { ...last.params, minUsers: MIN_USERS } }] }
}

/** What is promised of a series, and the steps that keep it, before any log is read. */
export async function promiseOfSeries(
  series: Series,
): Promise<{ readonly steps: readonly Step[]; readonly guarantee: Guarantee }> {
  const steps = await readySteps(series.plan)
  const input = inputFor(series.plan, steps, series.input)
  const shown = columnOptions(steps, series.plan, series.shows)
  const { guarantee } = derive(steps, shown, extrasOf(input), input.unit ?? 'user', series.plan.tuned)
  const last = steps.at(-1)
  return {
    steps: steps.map(asStep),
    guarantee:
      kindOf(steps) === 'counts' ? promisedInSeries(guarantee, Number(last?.params.perUser), series) : guarantee,
  }
}

async function derivedOf(series: Series): Promise<Derived | undefined> {
  const steps = await readySteps(series.plan)
  if (kindOf(steps) !== 'counts') return undefined
  const last = steps.at(-1)!
  const numbers = numbersOf(last.method.guarantee(last.params, 'user'), Number(last.params.perUser), series)
  const { stretch, levels, sigma, tau, moves, threshold, sliding } = numbers
  const passed = Array.from({ length: stretch }, (_, place) => threshold(place, !sliding))
  const tauPrime = { first: threshold(0, true), least: Math.min(...passed), most: Math.max(...passed) }
  return { levels, sigma, tau, moves, tauPrime }
}

function checkPlaces({ dir, privateDir, keys }: Series): void {
  for (const path of [dir, privateDir])
    if (existsSync(path)) fail('refused', `${path} exists`, 'Choose another folder for the series.')
  if (!statSync(dirname(dir), { throwIfNoEntry: false })?.isDirectory())
    fail('output', `there is no folder ${dirname(dir)}`, 'Make it first.')
  for (const path of [dir, privateDir])
    if (`${keys}/`.startsWith(`${path}/`))
      fail('usage', 'keys must lie apart from what they open', 'Choose another --keys DIR, outside of the series.')
}

/** Both folders appear together, or none does. */
function writeFolders(
  series: Series,
  steps: readonly Step[],
  guarantee: Guarantee,
  derived: Derived | undefined,
): void {
  const { dir, privateDir, ...settings } = series
  const salt = randomBytes(6).toString('hex')
  const [open, own, journal] = [partialOf(dir, salt), partialOf(privateDir, salt), journalOf(dir, salt)]
  const run = enterRun()
  for (const path of [open, own, journal]) run.own(path)
  const { every, window, horizon, stateless } = settings
  const told = {
    ...{ format: SERIES_FORMAT, software: { name: 'lethe', version: VERSION }, every, window },
    ...defined({ horizon, stateless }),
    ...{ steps, guarantee },
    ...defined({ derived }),
  }
  try {
    mkdirSync(open, { mode: 0o755 })
    mkdirSync(own, { mode: 0o700 })
    write(join(open, SERIES_FILE), told, 0o644)
    write(join(own, SERIES_FILE), settings, 0o600)
    writeFileSync(join(own, '.gitignore'), '*\n', { mode: 0o600 })
    for (const path of [open, own]) sync(path)
    const moves = [
      { from: own, to: privateDir },
      { from: open, to: dir },
    ]
    if (commit(journal, moves, false) === 'undone')
      fail('refused', `${dir} appeared meanwhile`, 'Choose another folder.')
  } finally {
    if (!existsSync(journal)) for (const path of [open, own]) rmSync(path, { recursive: true, force: true })
    run.close()
  }
}

function write(path: string, value: unknown, mode: number): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`, { mode })
  sync(path)
}
