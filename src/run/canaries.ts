import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../base/errors.js'
import type { OutFormat } from '../engines/engine.js'
import { type Resources, withSession } from '../engines/session.js'
import { type InputOptions, readLog } from '../ingest/index.js'
import type { Plan } from '../plans/plan.js'
import { secureRandom } from '../random/secure.js'
import { seededRandom } from '../random/seeded.js'
import type { ColumnOptions } from '../release/columns.js'
import { judged } from '../release/experiment.js'
import { openRelease } from '../release/reader.js'
import trial, { type CanariesResult } from '../trials/canaries/index.js'
import type { Made, MadeLog } from '../trials/trial.js'
import { callProgram } from './child.js'
import { explain } from './release/index.js'

/** What to try: a plan, and how its releases are to be made. */
export interface CanariesOptions {
  readonly plan: Plan
  readonly shows?: Partial<ColumnOptions>
  readonly format?: OutFormat
  readonly keyFile?: string
  readonly ephemeralKey?: boolean
  /** Repeatable secrets and releases, for experiments. */
  readonly seed?: number
}

/**
 * Plants made-up secrets in a private copy of a log, makes releases of it by calling the program as a user would, and
 * searches all that comes out for them. The claim is broken if `scored.found` is not 0.
 */
export async function canaries(
  inputs: readonly string[],
  options: CanariesOptions,
  input: InputOptions = {},
  resources: Resources = {},
): Promise<CanariesResult> {
  const { guarantee, steps, shows, derived } = await explain(options.plan, options.shows, input) // an unsound plan is refused at once
  const { collapsePrefixes, ...reading } = input // folding is left to the calls under test
  return withSession(resources, async (session) => {
    session.say('reading')
    const { log } = await readLog(inputs, { ...reading, keepRaw: true }, session)
    if (log.unit === undefined)
      fail(
        'refused',
        'canaries plants persons, and the log has no user column',
        'Name it with --columns user=NAME, or name another unit: --unit session, --unit ip.',
      )
    const dir = join(session.workspace.dir, 'trial')
    mkdirSync(dir, { mode: 0o700 })
    const calls = { ...options, input, resources, dir }
    return trial.run({
      engine: session.engine,
      random: options.seed === undefined ? secureRandom() : seededRandom(options.seed),
      dir,
      log,
      guarantee,
      shows,
      mostPersons: Math.max(
        0,
        // Noise must not hide the crowd: three times what has an even chance is as good as sure.
        3 * Number(derived.evenChanceAt ?? 0),
        ...steps.flatMap(({ params }) => [params.k, params.hostK].map(Number).filter(Number.isFinite)),
      ),
      release: (made) => callAll(made, calls),
      say: session.say,
    })
  })
}

interface Calls extends CanariesOptions {
  readonly input: InputOptions
  readonly resources: Resources
  readonly dir: string
}

/**
 * Calls as a custodian would: a release for programs, one for people, one that fails over bad rows (under differential privacy
 * it must not), then a look at the log and a check of the release. Each tells the world something else.
 */
async function callAll(log: MadeLog, calls: Calls): Promise<Made[]> {
  const plan = join(calls.dir, 'plan.json')
  writeFileSync(plan, JSON.stringify(planDocument(calls)), { mode: 0o600 })
  const reading = inputFlags(log, calls)
  const words = ['release', '--plan', plan, log.path, ...reading, ...releaseFlags(calls)]
  const format = calls.format ?? 'parquet'
  const good = ['--max-bad', '1']
  const first = await callRelease(calls, 'with --json', [...words, ...good, '--json', '--out-format', format])
  const other = format === 'tsv' ? 'csv' : 'tsv'
  const made = [
    first,
    await callRelease(calls, 'with --verbose', [...words, ...good, '--verbose', '--truth', '--out-format', other]),
  ]
  const broken = made.find((one) => one.status !== 0)
  if (broken) fail('refused', `the release of the planted copy failed: ${firstLine(broken.stderr)}`)
  const claim = judged(openRelease(first.dir).manifest)
  const strict = await callRelease(calls, 'with --max-bad 0', [...words, '--verbose', '--max-bad', '0'])
  if ((strict.status === 0) !== (claim.kind === 'dp'))
    fail('internal', `canaries is broken: a release of bad rows ${strict.status === 0 ? 'did not fail' : 'failed'}`)
  const inspect = ['inspect', log.path, ...reading, ...good, '--verbose']
  const verify = ['verify', first.dir, '--against', log.path, ...reading, ...good, '--verbose']
  const others = [strict, await call(calls, 'inspect', inspect), await call(calls, 'verify', verify)]
  return [...made, ...others, ...(claim.kind === 'threshold-reveal' ? [await callDecode(calls, first.dir)] : [])]
}

function callRelease(calls: Calls, label: string, words: readonly string[]): Promise<Made> {
  return call(calls, label, words, (dir) => ['-o', dir])
}

/** What anyone can read of shared queries is data too. */
async function callDecode(calls: Calls, release: string): Promise<Made> {
  const opened = await call(calls, 'decode', ['decode', release, '--verbose'], (dir) => {
    mkdirSync(dir, { mode: 0o700 })
    return ['-o', join(dir, 'data.tsv')]
  })
  if (opened.status !== 0) fail('internal', `canaries is broken: decode failed: ${firstLine(opened.stderr)}`)
  return opened
}

async function call(
  calls: Calls,
  label: string,
  words: readonly string[],
  place: (dir: string) => string[] = () => [],
): Promise<Made> {
  const home = join(calls.dir, label.replace(/\W+/g, '-'))
  mkdirSync(home, { mode: 0o700 })
  const temp = join(home, 'temp')
  const dir = join(home, 'release')
  const called = await callProgram([...words, ...place(dir)], temp, calls.resources.signal)
  return { label, dir, privateDir: `${dir}.private`, temp, ...called }
}

function firstLine(output: Buffer): string {
  return (
    output
      .toString()
      .replace(/^lethe: /, '')
      .trim()
      .split('\n')[0] ?? ''
  )
}

function planDocument({ plan, shows }: Calls): object {
  const { name, source, date, notes } = plan
  const steps = plan.steps.map(({ method, params }) => ({ method, ...params }))
  return { name, source, date, notes, steps, ...plan.shows, ...shows }
}

const some = (flag: string, value: unknown) => (value === undefined ? [] : [flag, String(value)])

function inputFlags(log: MadeLog, { input, resources }: Calls): string[] {
  const columns = { user: 'user', query: 'query', time: 'time', rank: 'rank', url: 'url', ...log.extras }
  const list = Object.entries(columns).map((pair) => pair.join('='))
  return [
    ...['--format', 'ndjson', '--columns', list.join(',')],
    ...some('--unit', input.unit),
    ...some('--collapse-prefixes', input.collapsePrefixes),
    ...some('--threads', resources.threads),
    ...some('--memory', resources.memory),
  ]
}

function releaseFlags({ keyFile, ephemeralKey, seed }: Calls): string[] {
  return [...some('--key', keyFile), ...(ephemeralKey ? ['--ephemeral-key'] : []), ...some('--seed', seed)]
}
