import { createIdentifier } from '../src/text/identify/index.js'

// What a scan can hardly do without: one pass that looks for a digit run, an @ or a scheme.
const ONE_PASS = /\d[\d ().-]{5,}\d|[\w.+-]+@[\w-]+\.\w+|https?:\/\/\S+/i

export interface ScanBench {
  /** Queries a second, by the identifier with all kinds. */
  readonly ours: number
  /** Queries a second, by one regular expression over the same text. */
  readonly limit: number
  /** ours / limit. */
  readonly ratio: number
}

/** How fast the identifier reads queries on one core, beside a single regular-expression pass. */
export function benchScan(queries: readonly string[]): ScanBench {
  const identifier = createIdentifier()
  const ours = perSecond(queries, (query) => identifier.find(query).length > 0)
  const limit = perSecond(queries, (query) => ONE_PASS.test(query))
  return { ours, limit, ratio: ours / limit }
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
