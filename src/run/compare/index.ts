import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { attackNames } from '../../attacks/index.js'
import { isAddress, sayable } from '../../base/address.js'
import { fail } from '../../base/errors.js'
import { makeFolders } from '../../base/folders.js'
import { VERSION } from '../../base/package-root.js'
import { parseParams } from '../../base/params.js'
import { cast } from '../../engines/dialect/index.js'
import { type Resources, type Session, withSession } from '../../engines/session.js'
import { type InputOptions, readLog } from '../../ingest/index.js'
import type { Source } from '../../log/log.js'
import type { Understood } from '../../log/understood.js'
import { measureNames, quickMeasures } from '../../measures/index.js'
import { defaultGrid } from '../../plans/default-grid.js'
import { type Cell, type Grid, gridFrom, readGrid, restsOnGiven } from '../../plans/grid.js'
import { isRecord } from '../../release/fields.js'
import { type ComparisonFigures, comparisonReport } from '../../report/comparison.js'
import { attackErrors } from '../../report/outcomes.js'
import { publicComparison } from '../../report/public-comparison.js'
import type { Recommendation, Wishes } from '../../report/recommendation.js'
import { flat, type Setting, settingsOf } from '../../report/settings.js'
import { settingJson } from '../../report/settings-json.js'
import { loadTrial } from '../../trials/index.js'
import { attackersOf, attacksByName } from '../attack-all.js'
import { inspectLog } from '../inspect.js'
import { adviceOn, usualWishes } from './advice.js'
import { type AskedTrials, type CellResult, type CellTask, nameCell } from './cell.js'
import { isCellResult } from './cell-shape.js'
import { inOrder, progress, triedOf } from './pace.js'
import { runAll, shares } from './pool.js'
import { shareLog } from './shared-log.js'

export type { CellResult } from './cell.js'

export interface CompareOptions {
  /** A grid as a file (JSON or YAML) or as an object; without it the default one. */
  readonly grid?: string | object
  /** Of the default grid few settings of few methods, each once: an answer in minutes. */
  readonly firstLook?: boolean
  readonly out: string
  readonly force?: boolean
  /** What advice is asked for: the default grid has more of what is needed, the task is taken, and the page says what fits. */
  readonly asks?: Wishes
  /** Also write a report without figures of the log. */
  readonly public?: boolean
  /** Trials to put every setting to, with their parameters: each makes many releases. */
  readonly trials?: AskedTrials
  /** Told whenever there is a new figure, with how many settings have been tried, some perhaps not as often as they will be: {@link recommend} can take up what there is (`unfinished`). */
  readonly onTried?: (tried: number, of: number) => void
}

export interface Comparison {
  readonly dir: string
  readonly report: string
  readonly results: readonly CellResult[]
  /** The settings with all that was given, which no file tells. */
  readonly cells: readonly Cell[]
  readonly settings: readonly Setting[]
  /** What fits what was asked for, or the usual fears. */
  readonly advice: Recommendation
  /** Cells that an earlier, interrupted run had finished. */
  readonly continued: number
  readonly seconds: number
  /** What was taken for what in the log, and how that was decided. */
  readonly understood?: Understood
}

/**
 * Runs every setting of a grid on one log, attacks and measures each, and writes results.json, results.parquet and
 * report.html. A run that was stopped continues where it was.
 */
export async function compare(
  inputs: readonly string[],
  options: CompareOptions,
  input: InputOptions = {},
  resources: Resources = {},
): Promise<Comparison> {
  const started = performance.now()
  const grid = await gridOf(options)
  await checkTrials(options.trials)
  checkFolder(options)
  return withSession(resources, async (session) => {
    session.say('reading')
    const { log, source } = await readLog(inputs, { ...input, keepRaw: true }, session)
    const found = await inspectLog(session.engine, log, source)
    const shared = await shareLog(log, source.rows, session)
    const done = openFolder(options, await digestOf(source, input))
    const tasks = grid.cells.map(
      (cell): CellTask => ({
        cell,
        log: shared,
        ...namesOf(grid),
        ...(options.trials ? { trials: options.trials } : {}),
      }),
    )
    // An id does not say which file was given: such a setting is made anew.
    const open = await inOrder(
      tasks.filter(({ cell }) => !isDone(done.get(cell.id), grid, options.trials) || restsOnGiven(cell)),
    )
    const { width, memory } = shares(resources, statSync(shared.path).size)
    const left = new Set(open.map(({ cell }) => cell.id))
    const tellTried = () => {
      const { tried, of } = triedOf(grid.cells, (id) => !left.has(id))
      if (tried > 0) options.onTried?.(tried, of)
    }
    tellTried()
    const tell = await progress(grid.cells, open, width, resources)
    await runAll(open, width, { ...resources, memory }, (result) => {
      done.set(result.id, result)
      keep(options.out, result)
      left.delete(result.id)
      tellTried()
      tell(result)
    })
    // Figures may be taken up from a folder; what they are of, this grid says.
    const results = grid.cells.map((cell) => ({ ...done.get(cell.id)!, ...nameCell(cell) }))
    const attacks = await attacksByName()
    const settings = settingsOf(results, attacks)
    const advice = adviceOn(results, options.asks ?? usualWishes(), attacks)
    await writeAll(options, results, { settings, advice, log: found, name: nameOf(inputs) }, session)
    return {
      dir: options.out,
      report: join(options.out, 'report.html'),
      results,
      cells: grid.cells,
      settings,
      advice,
      continued: tasks.length - open.length,
      seconds: Math.round(performance.now() - started) / 1000,
      ...(source.understood === undefined ? {} : { understood: source.understood }),
    }
  })
}

/** Logs as a page calls them: by their files, not by where those lie. */
function nameOf(inputs: readonly string[]): string {
  return inputs.map((input) => (isAddress(input) ? sayable(input) : basename(input))).join(', ')
}

/** Of all inputs and how they were read: a comparison continues only on the same log. */
async function digestOf(source: Source, input: InputOptions): Promise<string> {
  const inputs = (await source.digests()).map(({ sha256 }) => sha256)
  // As it was read, not as that was asked for: what is named and what is found may come to the same.
  const how = source.found ?? input
  const sorted = (value: unknown) =>
    isRecord(value) ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value
  const said = sorted(Object.fromEntries(Object.entries(how).map(([key, value]) => [key, sorted(value)])))
  return createHash('sha256')
    .update(JSON.stringify([inputs, said, VERSION]))
    .digest('hex')
}

/** Refuses a trial that is none for comparisons, or whose parameters are wrong, before anything is read. */
async function checkTrials(trials: AskedTrials = {}): Promise<void> {
  for (const [name, params] of Object.entries(trials)) {
    const trial = await loadTrial(name)
    if (!trial.compared)
      fail('usage', `${name} gives no figure to compare`, `Try it on one plan: lethe attack ${name} LOG --plan FILE.`)
    parseParams(name, trial.params, params)
  }
}

/** Was a setting put to all attacks, measures and trials that are asked for now? With which parameters is not written down: the folder is for one comparison. */
function isDone(result: CellResult | undefined, { attacks, measures }: Grid, trials: AskedTrials = {}): boolean {
  const tried = Object.entries(result?.trials ?? {}).flatMap(([name, came]) => ('error' in came ? [] : [name]))
  if (result === undefined) return false
  const taken = { ...result.measures, ...result.leftOut }
  return (
    Object.keys(trials).every((name) => tried.includes(name)) &&
    (attacks ?? attackNames()).every((name) => Object.hasOwn(result.attacks, name)) &&
    (measures ?? measureNames()).every((name) => Object.hasOwn(taken, name))
  )
}

async function gridOf({ grid, asks, firstLook = false }: CompareOptions): Promise<Grid> {
  if (grid === undefined) {
    const measures = new Set([...(await quickMeasures()), ...(asks ? [asks.task] : [])])
    return gridFrom(
      { ...(await defaultGrid(asks?.uses, undefined, { firstLook })), measures: [...measures] },
      'the default grid',
    )
  }
  const own = typeof grid === 'string' ? await readGrid(grid) : await gridFrom(grid, 'the grid')
  return asks && own.measures ? { ...own, measures: [...new Set([...own.measures, asks.task])] } : own
}

function namesOf({ attacks, measures }: Grid): Pick<CellTask, 'attacks' | 'measures'> {
  return { ...(attacks ? { attacks } : {}), ...(measures ? { measures } : {}) }
}

const MARK = 'compare.json'

const FILES = [MARK, 'cells', 'results.json', 'results.parquet', 'report.html', 'report-public.html']

/** A folder that is there must be an earlier comparison, with nothing beside it, of the same log. */
function checkFolder({ out, force }: CompareOptions): void {
  if (!existsSync(out) || readdirSync(out).length === 0) return
  const there = readdirSync(out)
  if (!there.includes(MARK)) fail('refused', `${out} exists and is no comparison`, 'Choose another -o DIR.')
  const odd = there.find((file) => !FILES.includes(file.replace(/\.part$/, '')))
  if (force && odd !== undefined)
    fail('refused', `${out} holds more than a comparison, and --force replaces nothing else`, 'Choose another -o DIR.')
  if (force) rmSync(out, { recursive: true })
}

function openFolder({ out }: CompareOptions, digest: string): Map<string, CellResult> {
  makeFolders(join(out, 'cells'), 0o700)
  const mark = join(out, MARK)
  const before = existsSync(mark) ? digestIn(mark, out) : undefined
  if (before !== undefined && before !== digest)
    fail(
      'refused',
      `${out} compares another log, or the same read in another way`,
      'Choose another -o DIR, or start anew with --force.',
    )
  writeFileSync(mark, `${JSON.stringify({ digest, software: VERSION })}\n`, { mode: 0o600 })
  const results = readdirSync(join(out, 'cells'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => readJson(join(out, 'cells', file)))
    .filter(isCellResult)
  // What failed is tried again, as what is damaged is.
  const whole = ({ error, attacks }: CellResult) => error === undefined && attackErrors(attacks).length === 0
  return new Map(results.filter(whole).map((result) => [result.id, result]))
}

function digestIn(mark: string, out: string): string {
  const digest = (readJson(mark) as { readonly digest?: unknown } | null | undefined)?.digest
  if (typeof digest === 'string') return digest
  return fail('input', `${mark} is damaged`, `Choose another -o DIR, or start ${out} anew with --force.`)
}

/** Undefined where it is none. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Keeps a result so that a later run need not make it again. */
function keep(out: string, result: CellResult): void {
  write(join(out, 'cells', `${result.id}.json`), `${JSON.stringify(result)}\n`)
}

function write(path: string, text: string): void {
  writeFileSync(`${path}.part`, text, { mode: 0o600 })
  renameSync(`${path}.part`, path)
}

async function writeAll(
  { out, public: forAll }: CompareOptions,
  results: readonly CellResult[],
  told: Pick<ComparisonFigures, 'settings' | 'advice' | 'log' | 'name'>,
  { engine, workspace }: Session,
): Promise<void> {
  const text = `${JSON.stringify({ software: `lethe ${VERSION}`, settings: told.settings.map(settingJson), results }, null, 2)}\n`
  write(join(out, 'results.json'), text)
  // One figure a row, for whoever asks with SQL.
  const columns = ['label', 'method', 'params', 'seed', 'kind', 'name', 'figure', 'value']
  const rows = results.flatMap((result) =>
    (['attacks', 'measures', 'trials'] as const).flatMap((kind) =>
      Object.entries(result[kind] ?? {}).flatMap(([name, figures]) =>
        flat(figures).map(([figure, value]) => [
          result.label,
          result.method,
          JSON.stringify(result.params),
          String(result.seed),
          kind.slice(0, -1),
          name,
          figure,
          String(value),
        ]),
      ),
    ),
  )
  await engine.append('compared', columns, [columns.map((_, i) => rows.map((row) => row[i]!))])
  const parquet = join(workspace.dir, 'results.parquet')
  await engine.write(
    `SELECT label, method, params, ${cast('seed', 'long')} AS seed, kind, name, figure, ${cast('value', 'double')} AS value FROM compared`,
    parquet,
    'parquet',
  )
  writeFileSync(join(out, 'results.parquet'), readFileSync(parquet), { mode: 0o600 })
  const checksum = createHash('sha256').update(text).digest('hex')
  const figures = { ...told, attackers: await attackersOf(), software: VERSION, checksum }
  write(join(out, 'report.html'), await comparisonReport(figures))
  if (forAll) write(join(out, 'report-public.html'), publicComparison(figures))
}
