import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../base/errors.js'
import { parseParams } from '../base/params.js'
import { type Resources, type Session, withSession } from '../engines/session.js'
import { type InputOptions, readLog } from '../ingest/index.js'
import type { Log } from '../log/log.js'
import type { ReadyStep } from '../plans/derive.js'
import type { Plan } from '../plans/plan.js'
import type { Random } from '../random/random.js'
import { secureRandom } from '../random/secure.js'
import { seededRandom } from '../random/seeded.js'
import trial, { type AuditResult, type Shape, type Visible } from '../trials/audit-dp/index.js'
import { explain, release } from './release/index.js'
import { checkEngine, checkRequirements, readySteps, runSteps } from './steps.js'

/** What to audit. */
export interface AuditOptions {
  readonly plan: Plan
  /** Of the trial: runs, confidence. */
  readonly params?: Readonly<Record<string, unknown>>
  /** Repeatable chance, for experiments. */
  readonly seed?: number
}

/** With a seed nothing may depend on the speed of the machine. */
const SEEDED_RUNS = 200

/**
 * Bounds the epsilon of a plan from below by what many releases of neighbouring logs give away. The steps run as in a release,
 * many times in one session; nothing is written and nothing enters a ledger, for nothing is published. The claim is broken if
 * `scored.lowerBound` passes `scored.claimed`.
 */
export async function auditDp(
  inputs: readonly string[],
  { plan, params, seed }: AuditOptions,
  input: InputOptions = {},
  resources: Resources = {},
): Promise<AuditResult> {
  const { runs, confidence, adversary } = parseParams(trial.name, trial.params, params ?? {})
  const { guarantee, derived, params: last } = await explain(plan, {}, input)
  if (guarantee.kind !== 'dp')
    fail(
      'refused',
      'audit-dp tests a claim of differential privacy, and this plan makes none',
      'Try a method that does (lethe methods lists them), or the trial canaries.',
    )
  const perUser = [derived.m, last.perUser, last.m, last.d].map(Number).find((n) => Number.isInteger(n) && n > 0) ?? 1
  const steps = await readySteps(plan)
  return withSession(resources, async (session) => {
    session.say('reading')
    const keepRaw = steps.some(({ method, params: own }) => method.readsRaw(own))
    checkEngine(steps, session.engine)
    const { log } = await readLog(inputs, { ...input, keepRaw }, session)
    checkRequirements(steps, log)
    const random = seed === undefined ? secureRandom() : seededRandom(seed)
    const known = runs ?? (seed === undefined || adversary ? undefined : SEEDED_RUNS)
    return trial.run({
      engine: session.engine,
      random,
      log,
      claim: guarantee,
      perUser,
      make: (changed) => makeItems(steps, changed, random, session),
      confidence,
      ...(known === undefined ? {} : { runs: known }),
      say: session.say,
      ...(adversary
        ? { adversary: fromFiles(plan, input, resources, session, seed === undefined ? undefined : random) }
        : {}),
    })
  })
}

/** Makes releases of files as the program does, in a folder that goes away after, and tells what anyone sees of them. */
function fromFiles(
  plan: Plan,
  { collapsePrefixes }: InputOptions,
  { threads, memory, signal }: Resources,
  session: Session,
  random: Random | undefined,
) {
  const dir = join(session.workspace.dir, 'adversary')
  mkdirSync(dir, { mode: 0o700 })
  const columns = { user: 'user', query: 'query', time: 'time', url: 'url' }
  return {
    dir,
    release: async (path: string, shape: Shape): Promise<Visible> => {
      const out = join(dir, 'release')
      try {
        await release(
          [path],
          { plan, out, format: 'ndjson', unpublished: true, ...(random ? { seed: random.uint32() } : {}) },
          { format: shape, columns, ...(collapsePrefixes === undefined ? {} : { collapsePrefixes }) },
          {
            ...(threads === undefined ? {} : { threads }),
            ...(memory === undefined ? {} : { memory }),
            ...(signal ? { signal } : {}),
          },
        )
        return visible(out)
      } catch (cause) {
        if (signal?.aborted) throw cause
        return { failed: true }
      } finally {
        for (const made of [out, `${out}.private`]) rmSync(made, { recursive: true, force: true })
      }
    },
  }
}

/** The items of a release, and what else stands in its public folder but for checksums, which follow from the noise. */
function visible(dir: string): Visible {
  const rows = readFileSync(join(dir, 'data.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  const items = rows.map((line) => {
    const { count, ...texts } = JSON.parse(line) as Record<string, unknown>
    return [String(texts.item), Number(count ?? 1)] as const
  })
  const beside = readdirSync(dir)
    .sort()
    .map((file) =>
      file === 'manifest.json' ? readFileSync(join(dir, file), 'utf8').replace(/[0-9a-f]{64}/g, '') : file,
    )
  return { failed: false, items, beside: beside.join('\n') }
}

/** Runs the steps and gives the table of items that would be written. */
async function makeItems(steps: readonly ReadyStep[], log: Log, random: Random, session: Session) {
  const { tables = [] } = await runSteps(steps, log, { ...session, random, key: undefined, say: () => {} })
  const [table] = tables
  if (table === undefined) fail('internal', 'a plan that claims differential privacy made no table of items')
  return { table: table.table, columns: table.columns.map((column) => column.name) }
}
