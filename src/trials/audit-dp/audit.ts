import { lowerBound } from '../../base/binomial.js'
import type { Engine } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import type { Random } from '../../random/random.js'
import { type CanaryResult, type ReleaseFile, tryAdversary } from './adversary/index.js'
import type { FileRow } from './adversary/lines.js'
import type { DifferentialPrivacy } from './claim.js'
import { epsilonAtLeast } from './epsilon.js'
import { guess, type Sight } from './guess.js'
import { bench, type Make, type Published } from './mechanism.js'
import { type Levels, pilot } from './pilot.js'
import { type Planting, plant, type Sizes, type Slot } from './plant.js'
import type { AuditResult } from './result.js'

/** What the audit works with. It never sees a method: the mechanism is a function that it is given. */
export interface AuditContext {
  readonly engine: Engine
  readonly random: Random
  readonly log: Log
  readonly claim: DifferentialPrivacy
  /** Items that a person may give, as the mechanism says. */
  readonly perUser: number
  readonly make: Make
  readonly confidence: number
  /** How many releases to make; as many as the time allows if it is not given. */
  readonly runs?: number
  /** How many made-up rows a release may have. */
  readonly rows?: number
  readonly say: (step: string) => void
  /** Plant the canaries of an adversary in files instead: where to write them, and how to make a release of one. */
  readonly adversary?: {
    readonly dir: string
    readonly release: ReleaseFile
  }
}

/** The part of a log that is used: so many persons, with so many rows each at most. */
const PERSONS = 100
const ROWS_EACH = 20

/** As many runs as fit into this, unless a number is given. */
export const SECONDS = 40
const LEAST_RUNS = 40
const MOST_RUNS = 1000
/** Persons with an item where no crowd that could be tried comes out. */
const NO_CROWD = 50

/**
 * Tests a claim of differential privacy on neighbouring logs. Many releases are made of a part of the log with made-up persons in
 * it; each is looked at in two ways:
 *
 * - *Leaks.* Items that nobody else has (or one person fewer than the claim asks for) cannot come out without the person who
 *   brings them, so they may come out with probability delta at most. Over U such persons the chance that any is seen in a run
 *   is at most U * delta; if it is more by [Clopper34], no epsilon at all explains it.
 * - *Guesses.* Persons who are there or not (or ask one thing or another) by a fair coin, with items that many have, must not be
 *   guessed right more often than [Steinke23] allows. The rule of guessing is chosen on the first half of the runs and used on the
 *   second.
 *
 * Each takes half of the error that the confidence leaves.
 */
export async function auditDp(on: AuditContext): Promise<AuditResult> {
  const { claim, random, say, confidence } = on
  const { log, ...part } = await neighbourhood(on)
  const at = { ...on, log }
  say('looking for the threshold')
  const budget = on.rows ?? 20_000
  const items = Math.max(1, Math.min(on.perUser, Math.floor(budget / 200)))
  const levels = await pilot(at, claim, items, 3 * budget)
  if (on.adversary !== undefined) return againstAdversary(at, on.adversary, levels, part)
  const sizes = sizesOf(claim, on.perUser, levels, budget)
  const planting = plant(random, claim, sizes)
  const { sights, leaky, runs } = await releases(at, planting, sizes.level)
  const alpha = (1 - confidence) / 2
  const limit = planting.leaks.length * claim.delta
  const leaked = lowerBound(leaky, runs, alpha)
  const half = sights.findIndex(({ run }) => run >= runs / 2)
  const guessed = guess(sights.slice(0, half), sights.slice(half), alpha)
  // JSON has no infinity: the largest number stands for "no epsilon explains this".
  const bound = leaked > limit ? Number.MAX_VALUE : epsilonAtLeast(guessed, claim.delta, alpha)
  return {
    attack: 'audit-dp',
    guesses: guessed.guesses,
    scored: { claimed: claim.epsilon, lowerBound: bound, confidence },
    holds: bound <= claim.epsilon,
    delta: claim.delta,
    neighbours: claim.neighbours,
    runs,
    leaks: { persons: planting.leaks.length, runs: leaky, atLeast: leaked, allowed: limit },
    guessing: { coins: guessed.coins, right: guessed.right, crowd: levels === undefined ? null : sizes.level },
    log: part,
  }
}

/** Releases for each canary: enough that what is certain passes the claim, where that is possible. */
function runsFor(epsilon: number, confidence: number): number {
  const q = 1 / (1 + Math.exp(-epsilon))
  const guesses = Math.log((1 - confidence) / 10) / Math.log(q)
  return Math.min(200, Math.max(40, 2 * Math.ceil(guesses + 3)))
}

async function againstAdversary(
  on: AuditContext,
  { dir, release }: NonNullable<AuditContext['adversary']>,
  levels: Levels | undefined,
  log: AuditResult['log'],
): Promise<AuditResult> {
  const { claim, confidence, random, say, perUser } = on
  const { sure, even } = levels ?? { sure: NO_CROWD, even: NO_CROWD }
  const canaries = await tryAdversary({
    random,
    claim,
    crowds: { sure, even, perUser },
    rows: await rowsOf(on),
    release,
    dir,
    runs: on.runs ?? runsFor(claim.epsilon, confidence),
    confidence,
    say,
  })
  const sum = (of: (result: CanaryResult) => number) => canaries.reduce((total, result) => total + of(result), 0)
  const bound = Math.max(...canaries.map((result) => result.lowerBound))
  const guesses = sum((result) => result.guesses)
  return {
    attack: 'audit-dp',
    guesses,
    scored: { claimed: claim.epsilon, lowerBound: bound, confidence },
    holds: bound <= claim.epsilon,
    delta: claim.delta,
    neighbours: claim.neighbours,
    runs: sum((result) => result.runs),
    leaks: { persons: 0, runs: 0, atLeast: 0, allowed: 0 },
    guessing: { coins: guesses, right: sum((result) => result.right), crowd: levels === undefined ? null : sure },
    log,
    canaries,
  }
}

/** The rows of the part of the log, to be written to files. */
async function rowsOf({ engine, log }: AuditContext): Promise<FileRow[]> {
  const time = log.has.time ? 'time::TIMESTAMP(0)::VARCHAR' : 'NULL'
  const rows = await engine.all<{ user: string; query: string | null; time: string | null; url: string | null }>(
    `SELECT person AS "user", query, ${time} AS time, ${log.has.url ? 'url' : 'NULL'} AS url FROM ${log.table}`,
  )
  return rows.map(({ user, query, time: at, url }) => ({
    user,
    query: query ?? '',
    time: at ?? '2024-03-04 10:00:00',
    url: url ?? '',
  }))
}

/** A part of the log for the made-up persons to stand in: some of its persons, with what they asked first. */
async function neighbourhood({ engine, log, random }: AuditContext) {
  const table = fresh('neighbourhood')
  const salt = random.uint32()
  const persons = `SELECT person FROM (SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL) ORDER BY md5(person || '${salt}') LIMIT ${PERSONS}`
  await engine.materialise(
    table,
    `SELECT * FROM ${log.table} SEMI JOIN (${persons}) p USING (person) QUALIFY row_number() OVER (PARTITION BY person ORDER BY time, query) <= ${ROWS_EACH}`,
  )
  const [size] = await engine.all<{ persons: number; rows: number; of: number }>(
    `SELECT count(DISTINCT person) AS persons, count(*) AS rows, (SELECT count(DISTINCT person) FROM ${log.table}) AS of FROM ${table}`,
  )
  return { log: { ...log, table }, persons: size?.persons ?? 0, rows: size?.rows ?? 0, of: size?.of ?? 0 }
}

/** As many persons as the rows allow: a few hundred leaks, and slots whose crowds are just large enough. */
function sizesOf(claim: DifferentialPrivacy, perUser: number, levels: Levels | undefined, rows: number): Sizes {
  const sides = claim.neighbours === 'replace' ? 2 : 1
  const level = levels === undefined ? 0 : levels.counted ? levels.sure : Math.max(1, levels.even - 1)
  const crowd = sides * Math.max(1, level) // rows for one item
  const slots = (kind: Slot['kind'], share: number, items: number, most: number) => ({
    kind,
    slots: levels === undefined ? 0 : Math.max(1, Math.min(most, Math.floor((rows * share) / (crowd * items)))),
    items,
  })
  const all = Math.max(1, Math.min(perUser, Math.floor((rows * 0.35) / crowd)))
  const many = Math.min(10 * perUser, Math.floor((rows * 0.15) / crowd))
  const perLeaker = perUser * (claim.minUsers === 1 ? 2 : claim.minUsers)
  return {
    perUser,
    level,
    leakers: Math.max(1, Math.min(Math.floor((rows * 0.2) / perLeaker), Math.floor(0.2 / claim.delta), 200)),
    repeats: Math.min(Math.max(100, 3 * level), Math.floor(rows / 20)),
    slots: [
      slots('spread', 0.35, all, 40),
      ...(all < 4 ? [] : [slots('few', 0.25, Math.ceil(all / 4), 20)]),
      slots('heap', 0.05, 1, 10),
      ...(many < 2 * perUser ? [] : [slots('greedy', 0.15, many, 10)]),
    ],
  }
}

async function releases(
  on: AuditContext,
  planting: Planting,
  level: number,
): Promise<{
  readonly sights: readonly (Sight & { readonly run: number })[]
  readonly leaky: number
  readonly runs: number
}> {
  const at = bench(on, planting.itemsIn)
  // Group 0 is in every log; then two groups for every slot.
  await at.load([planting.rows, ...planting.slots.flatMap((slot) => slot.rows)])
  const sights: (Sight & { readonly run: number })[] = []
  let leaky = 0
  const started = performance.now()
  // When to stop depends on the clock, never on what was seen.
  const goOn = (made: number) =>
    on.runs === undefined
      ? made < LEAST_RUNS || (made < MOST_RUNS && performance.now() - started < SECONDS * 1000)
      : made < on.runs
  let run = 0
  for (; goOn(run); run++) {
    if (run % 50 === 0) on.say(`release ${run + 1}`)
    const coins = planting.slots.map(() => on.random.below(2) as 0 | 1)
    const published = await at.run([0, ...coins.map((coin, i) => 1 + 2 * i + coin)])
    if (planting.leaks.some((items) => items.some((item) => published.has(item)))) leaky++
    for (const [i, slot] of planting.slots.entries())
      sights.push({
        kind: slot.kind,
        coin: coins[i]!,
        signs: signsOf(slot, published, level, at.counted()),
        run,
      })
  }
  return { sights, leaky, runs: run }
}

/**
 * Two signs that the coin was 1: how many of the items came out above what the crowd alone would give (the best there is against
 * Laplace noise), and by how much (against Gaussian noise).
 */
function signsOf({ items: [others, own] }: Slot, published: Published, level: number, counted: boolean): number[] {
  const votes = (side: readonly number[]) =>
    side.filter((item) => (published.get(item) ?? 0) > (counted ? level : 0)).length
  const sum = (side: readonly number[]) =>
    side.reduce((total, item) => total + (published.get(item) ?? level) - level, 0)
  return counted ? [votes(own) - votes(others), sum(own) - sum(others)] : [votes(own) - votes(others)]
}
