import { askHere } from '../src/attacks/relink-sessions/answers.js'
import { documentsFrom } from '../src/attacks/relink-sessions/documents.js'
import { Search } from '../src/attacks/relink-sessions/search.js'
import { buildIndex } from '../src/attacks/relink-sessions/text-index.js'
import { parseParams } from '../src/base/params.js'
import { withSession } from '../src/engines/session.js'
import { generateRows } from '../src/generate/generate.js'
import { readLog } from '../src/ingest/index.js'
import sessions from '../src/methods/sessions/index.js'
import { splitter } from '../src/methods/sessions/interest/kernel.js'
import { plainRows } from '../src/methods/sessions/interest/plain-rows.js'
import { seededRandom } from '../src/random/seeded.js'
import { terms } from '../src/text/normalise.js'
import { bestInTurns, inChild, type Outcome, round, type Sample } from './measure.js'
import { zipfLog } from './zipf-log.js'

const MEMORY = 3 * 2 ** 30

/** Parts that run in a process of their own. */
export const SESSION_PARTS: Readonly<Record<string, (path: string, memory: number) => Promise<Sample>>> = {
  'daily-split': (path, memory) => split(path, memory, 'daily'),
  'gap-split': (path, memory) => split(path, memory, 'gap'),
  'interest-split': (path, memory) => split(path, memory, 'interest'),
}

/** The splits of a log that has been read, that by interest first, against the engine's bare read of the file; growth from half the rows. */
export function splitBench(rows: number): Outcome {
  const path = zipfLog(rows)
  const part = (name: string, log: string) => () => inChild(name, [log, String(MEMORY)])
  const half = part('interest-split', zipfLog(Math.ceil(rows / 2)))()
  const [limit, own] = bestInTurns([part('bare-read', path), part('interest-split', path)], 2)
  const times = (name: string) => round(part(name, path)().seconds / limit.seconds)
  return {
    name: 'interest-split',
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's',
    atMost: 2,
    peakMiB: own.peakMiB,
    detail: {
      rows,
      daily: times('daily-split'),
      gap: times('gap-split'),
      growthFromHalf: round(own.seconds / half.seconds),
      cpuSeconds: round(own.cpuSeconds),
      limitCpuSeconds: round(limit.cpuSeconds),
    },
  }
}

async function split(path: string, memory: number, by: 'daily' | 'gap' | 'interest'): Promise<Sample> {
  return withSession({ memory }, async (session) => {
    const { log } = await readLog([path], {}, session)
    const before = process.cpuUsage()
    const started = performance.now()
    const { log: cut } = await sessions.run(log, parseParams('sessions', sessions.params, { split: by }), {
      ...session,
      random: seededRandom(1),
      key: undefined,
    })
    if (cut && by === 'daily') await session.engine.materialise('days', `SELECT * FROM ${cut.table}`) // days are a view: its rows count too
    const { user, system } = process.cpuUsage(before)
    return {
      seconds: (performance.now() - started) / 1000,
      cpuSeconds: (user + system) / 1e6,
      peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    }
  })
}

/** One history of 100,000 rows, as people ask, against one of 50,000; and the hardest ones, in which no text comes twice. */
export function longHistoryBench(): Outcome {
  const split = splitter({ levenshtein: 0.2, jaccard: 0.5 })
  const time = (bytes: Uint8Array) => cpuOf(() => split(bytes.length, (room) => room.set(bytes)))
  const histories = [false, true].flatMap((distinct) => [oneHistory(50_000, distinct), oneHistory(100_000, distinct)])
  const best = histories.map(() => Number.POSITIVE_INFINITY)
  for (let turn = 0; turn < TURNS; turn++)
    histories.forEach((history, i) => {
      best[i] = Math.min(best[i]!, time(history))
    })
  const [limit, ours, half, distinct] = best as [number, number, number, number]
  return {
    name: 'long-history',
    ours: round(ours),
    limit: round(limit),
    ratio: round(ours / limit),
    unit: 's of CPU',
    atMost: 2.5,
    peakMiB: 0,
    detail: { rows: 100_000, allDistinct: round(distinct), growthAllDistinct: round(distinct / half) },
  }
}

/** The first one warms. */
const TURNS = 5

/** The rows of busy people as if they were one person's. */
function oneHistory(rows: number, distinct: boolean): Uint8Array {
  const history: { readonly text: string; readonly results: readonly number[] }[] = []
  const hosts = new Map<string, number>()
  const seen = new Set<string>()
  for (const { rows: own } of generateRows({ users: 1_000_000, seed: 1, profile: 'heavy' })) {
    for (const { asked, host } of own) {
      if (history.length === rows) return plainRows(history)
      if (distinct && seen.size === seen.add(asked.text).size) continue
      const number = hosts.get(host) ?? hosts.size
      hosts.set(host, number)
      history.push({ text: asked.text, results: host === '' ? [] : [number] })
    }
  }
  throw new Error('too few people')
}

/** A sample of sessions asked of the index of all, with skips, against the same reading every posting; growth from half the sessions. */
export function relinkBench(rows: number): Outcome {
  const count = Math.ceil(rows / 360)
  const whole = asked(count)
  const half = asked(Math.ceil(count / 2))
  return {
    name: 'relink',
    ours: round(whole.skipping),
    limit: round(whole.plain),
    ratio: round(whole.skipping / whole.plain),
    unit: 'ms of CPU a session',
    atMost: 1.2,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    detail: {
      sessions: count,
      growthFromHalf: round((2 * whole.skipping) / half.skipping),
      secondsForAllOnTwoCores: round((whole.skipping * count) / 2000),
    },
  }
}

const SAMPLE = 2000

function asked(count: number): { readonly skipping: number; readonly plain: number } {
  const lists = sessionTerms(count)
  const index = buildIndex(documentsFrom(lists), 'tf-idf')
  askHere(buildIndex(documentsFrom(lists.slice(0, 2000)), 'tf-idf')) // warm
  const time = (search: Search) => {
    const step = count / SAMPLE
    return (
      (cpuOf(() => {
        for (let i = 0; i < SAMPLE; i++) search.run(Math.floor(i * step))
      }) *
        1000) /
      SAMPLE
    )
  }
  const plain = time(new Search(index, false))
  return { skipping: time(new Search(index)), plain }
}

/** The terms of so many sessions between pauses of an hour. */
function sessionTerms(count: number): string[][] {
  const lists: string[][] = []
  for (const { rows } of generateRows({
    users: 10_000_000,
    seed: 1,
    world: { medianQueries: 200, spread: 0.5, robots: 0 },
  })) {
    let last = Number.NEGATIVE_INFINITY
    for (const { time, asked } of rows) {
      if (time - last > 3600) {
        if (lists.length === count) return lists
        lists.push([])
      }
      last = time
      lists.at(-1)?.push(...terms(asked.text))
    }
  }
  return lists
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
