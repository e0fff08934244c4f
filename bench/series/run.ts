import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addToSeries } from '../../src/run/series/add.js'
import { beginSeries } from '../../src/run/series/init.js'
import { anewEachDay, dayByDay } from './baselines.js'
import { Bounded } from './bounds.js'
import { type StreamSize, TOP, Truth, textOf, writeDay } from './stream.js'
import { Early } from './turns.js'

/** A year of additions, or a shorter one. */
export interface YearSize extends StreamSize {
  readonly days: number
  readonly window: number
  /** Rows of the days that no compared addition looks back to, where they are to be fewer. */
  readonly between?: number
}

/** Additions whose cost is compared: those after the first window with the last ones. */
export const COMPARED = 10

export const YEAR: YearSize = { days: 365, rows: 100_000, people: 160_000, queries: 3_000_000, window: 30 }
/** The same year for who wants to know of times alone: what is past is forgotten, however much it was. */
export const THIN: YearSize = { ...YEAR, between: 1000 }
export const SHORT: YearSize = { days: 60, rows: 20_000, people: 40_000, queries: 600_000, window: 14 }

export const PROMISE = { epsilon: Math.LN10, delta: 1e-6, perUser: 10, minUsers: 5 } as const

export interface Cost {
  readonly seconds: number
  readonly cpuSeconds: number
}

/** What came of a day: times of its addition, items, and mean errors on the most frequent queries, as shares of the truth. */
export interface DayFigures extends Cost {
  readonly day: number
  /** Of the last days: what the addition of a day after the first window takes, just before. */
  readonly early?: Cost
  readonly threshold: number
  readonly items: number
  readonly errors: Errors
}

export interface Errors {
  readonly series: number
  /** What of it is left without noise: persons give so many items and no more. */
  readonly bound: number
  readonly dayByDay: number
  /** Counting the window anew under the same bound, on the days that are shown. */
  readonly anew?: number
}

/** The days that stand in a table, from 1. */
export function shownDays({ days, window }: YearSize): readonly number[] {
  const asked = [1, Math.round(window / 2), window, 2 * window, 3 * window, Math.round(days / 2), days]
  return [...new Set(asked.filter((day) => day <= days))].sort((a, b) => a - b)
}

const FIRST = Date.UTC(2025, 0, 1)
const nameOf = (day: number) => new Date(FIRST + day * 86_400_000).toISOString().slice(0, 10)

/**
 * Adds the days of a year one by one. What was done stays in a folder for temporary files, so that a run that is stopped after some minutes goes on where it was when it is called
 * again; undefined while days are missing.
 */
export async function addYear(size: YearSize, minutes = Number.POSITIVE_INFINITY): Promise<DayFigures[] | undefined> {
  const base = join(
    tmpdir(),
    `lethe-bench-series-${size.days}-${size.rows}-${size.window}-${size.between ?? size.rows}`,
  )
  const [dir, done] = [join(base, 'series'), join(base, 'days.ndjson')]
  mkdirSync(base, { recursive: true, mode: 0o700 })
  const early = new Early(base)
  if (!existsSync(dir)) await begin(dir, base, size)
  const figures = existsSync(done)
    ? readFileSync(done, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as DayFigures)
    : []
  const until = performance.now() + 60_000 * minutes
  const truth = new Truth()
  const bounded = new Bounded(PROMISE.perUser, size.window)
  const daily = dailyReleases(size, bounded)
  // What is not kept is made again, from the beginning of the stretch in which the window of the next day begins.
  const stretch = Math.floor((figures.length - size.window) / size.window)
  for (let day = Math.max(0, stretch * size.window); day < size.days; day++) {
    if (performance.now() > until) return undefined
    const log = join(base, 'log.tsv')
    const rows = writeDay(log, day, nameOf(day), rowsOn(day, size))
    truth.add(day, rows)
    bounded.add(day, rows)
    daily.add(day, truth)
    if (day < figures.length) continue
    if (day === size.window && !early.isKept) early.keep()
    const then = size.window + day - (size.days - COMPARED)
    const before = then < size.window ? undefined : await early.inPlace(() => timed(dir, then, base, size))
    const {
      cost,
      added: { threshold = 0, released, dir: member },
    } = await addTimed(dir, log, day)
    const one: DayFigures = {
      day,
      ...cost,
      ...(before ? { early: before } : {}),
      threshold,
      items: released,
      errors: { series: errorOf(member, day, size, truth), ...daily.errors(day, truth) },
    }
    figures.push(one)
    appendFileSync(done, `${JSON.stringify(one)}\n`)
    truth.forget(day - 2 * size.window)
  }
  rmSync(base, { recursive: true, force: true })
  return figures
}

/** What a day has: of those between the compared ones it may be less. */
function rowsOn(day: number, size: YearSize): StreamSize {
  const { days, window, between } = size
  const reached = day < window + COMPARED || day >= days - COMPARED - window
  return reached || between === undefined ? size : { ...size, rows: between }
}

async function addTimed(dir: string, log: string, day: number) {
  const [started, before] = [performance.now(), process.cpuUsage()]
  const added = await addToSeries(dir, [log], { period: nameOf(day) }, { threads: 2 })
  const cpu = process.cpuUsage(before)
  const cost: Cost = { seconds: (performance.now() - started) / 1000, cpuSeconds: (cpu.user + cpu.system) / 1e6 }
  return { cost, added }
}

/** The cost of adding a day that is written anew. */
async function timed(dir: string, day: number, base: string, size: YearSize): Promise<Cost> {
  const log = join(base, 'early.tsv')
  writeDay(log, day, nameOf(day), size)
  return (await addTimed(dir, log, day)).cost
}

function begin(dir: string, base: string, { window }: YearSize) {
  const plan = { steps: [{ method: 'gaussian-threshold', params: { ...PROMISE } }], shows: {} }
  const places = { ledger: join(base, 'ledger'), keys: join(base, 'keys') }
  return beginSeries(dir, { population: 'bench', plan, every: 'day', window, format: 'tsv', ...places })
}

/** How far what is released of the most frequent queries is from the persons who asked them in the window; what is missing counts in full. */
function errorOf(member: string, day: number, { window }: YearSize, truth: Truth): number {
  const shown = new Map(
    readFileSync(join(member, 'data.tsv'), 'utf8')
      .split('\n')
      .map((line) => line.split('\t') as [string, string]),
  )
  return meanError((query) => [Number(shown.get(textOf(query)) ?? 0), truth.within(day - window + 1, day, query)])
}

function meanError(of: (query: number) => readonly [shown: number, real: number]): number {
  let sum = 0
  for (let query = 0; query < TOP; query++) {
    const [shown, real] = of(query)
    sum += real === 0 ? 0 : Math.min(1, Math.abs(shown - real) / real)
  }
  return sum / TOP
}

/** The two other ways. In a day hardly anybody has more items than may be given, so that single days are not bounded here. */
function dailyReleases(size: YearSize, bounded: Bounded) {
  const { window } = size
  const shownOn = shownDays(size)
  const asked = { ...PROMISE, m: PROMISE.perUser, tau: PROMISE.minUsers, window }
  const [alone, anew] = [dayByDay(asked), anewEachDay(asked)]
  const shown: number[][] = []
  return {
    add(day: number, truth: Truth): void {
      shown[day] = Array.from({ length: TOP }, (_, query) => alone.release(truth.on(day, query)))
    },
    errors(day: number, truth: Truth): Omit<Errors, 'series'> {
      const days = Array.from({ length: window }, (_, i) => day - i).filter((one) => one >= 0)
      // What single days add up to is held against what they really add up to.
      const sum = (of: (one: number) => number) => days.reduce((total, one) => total + of(one), 0)
      const real = (query: number) => truth.within(day - window + 1, day, query)
      const counted = shownOn.includes(day + 1) ? bounded.anew(day) : undefined
      return {
        bound: meanError((query) => [bounded.inSeries(day, query), real(query)]),
        dayByDay: meanError((query) => [sum((one) => shown[one]?.[query] ?? 0), sum((one) => truth.on(one, query))]),
        ...(counted ? { anew: meanError((query) => [anew.release(counted[query]!), real(query)]) } : {}),
      }
    },
  }
}
