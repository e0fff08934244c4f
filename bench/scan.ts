import { generateRows } from '../src/generate/index.js'
import { scan } from '../src/run/scan.js'
import { createIdentifier } from '../src/text/identify/index.js'
import { bestInTurns, inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { zipfLog } from './zipf-log.js'

// What a scan can hardly do without: one pass that looks for a digit run, an @ or a scheme.
const ONE_PASS = /\d[\d ().-]{5,}\d|[\w.+-]+@[\w-]+\.\w+|https?:\/\/\S+/i

const TARGET = 200_000 // queries a second and core

/** Seconds for a million queries on one core, by the identifier with all kinds, beside a single regular-expression pass over the same text. */
export function scanBench(): Outcome {
  const queries = [...generateRows({ users: 2000, seed: 1 })].flatMap(({ rows }) => rows.map((row) => row.asked.text))
  const identifier = createIdentifier()
  const ours = 1e6 / perSecond(queries, (query) => identifier.find(query).length > 0)
  const limit = 1e6 / perSecond(queries, (query) => ONE_PASS.test(query))
  return {
    name: 'scan',
    ours: round(ours),
    limit: round(limit),
    ratio: round(ours / limit),
    unit: 's per million queries',
    atMost: 1e6 / TARGET / limit,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    detail: { queries: queries.length, perSecond: Math.round(1e6 / ours) },
  }
}

const LEAST_SECONDS = 0.5

function perSecond(queries: readonly string[], test: (query: string) => boolean): number {
  let hits = 0
  for (const query of queries) if (test(query)) hits += 1 // warm, and lists loaded
  const start = performance.now()
  let done = 0
  let seconds = 0
  do {
    for (const query of queries) if (test(query)) hits += 1
    done += queries.length
    seconds = (performance.now() - start) / 1000
  } while (seconds < LEAST_SECONDS)
  // The count is used, so that no engine may leave the work out.
  return hits < 0 ? 0 : done / seconds
}

const MEMORY = 3 * 2 ** 30

/** The whole command, in a process of its own. */
export const SCAN_PARTS: Readonly<Record<string, (path: string, memory: number) => Promise<Sample>>> = {
  'our-scan': (path, memory) => sample(() => scan([path], { locale: 'en' }, {}, { memory })),
}

/** `lethe scan --locale en` of a whole log, against reading that log. */
export function scanLogBench(rows: number): Outcome {
  const path = zipfLog(rows)
  const part = (name: string) => () => inChild(name, [path, String(MEMORY)])
  const [own, limit] = bestInTurns([part('our-scan'), part('our-read')], 2)
  return {
    name: 'scan-log',
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's',
    atMost: 1.5,
    peakMiB: own.peakMiB,
    detail: { rows, cpuSeconds: round(own.cpuSeconds), limitCpuSeconds: round(limit.cpuSeconds) },
  }
}
