import { generateRows } from '../../src/generate/index.js'
import { createIdentifier } from '../../src/text/identify/index.js'
import { type Outcome, round } from '../measure.js'
import { pythonPeer } from './python.js'

/** So many queries are enough for a program that takes its time; ours goes over them as often as it takes to measure it. */
const QUERIES = 20_000
const LEAST_SECONDS = 1

/** Processor seconds for a million queries, by our identifier with all kinds and by the recognisers of Presidio that need no model of language. */
export function presidioBench(): Outcome {
  const queries = [...generateRows({ users: 400, seed: 1 })]
    .flatMap(({ rows }) => rows.map((row) => row.asked.text))
    .slice(0, QUERIES)
  const identifier = createIdentifier()
  const foundIn = () => queries.filter((query) => identifier.find(query).length > 0).length
  let found = foundIn() // warm, and lists loaded
  const before = process.cpuUsage()
  let [seconds, times] = [0, 0]
  do {
    found = foundIn()
    times++
    const { user, system } = process.cpuUsage(before)
    seconds = (user + system) / 1e6
  } while (seconds < LEAST_SECONDS)
  const ours = (seconds / times / queries.length) * 1e6
  const theirs = pythonPeer('presidio')?.(queries.join('\n'))
  const limit = theirs === undefined ? Number.NaN : (theirs.seconds! / theirs.queries!) * 1e6
  return {
    name: 'peer-presidio',
    ours: round(ours),
    limit: round(limit),
    ratio: round(ours / limit),
    unit: 's of processor time a million queries',
    atMost: 1,
    peakMiB: 0,
    detail: { queries: queries.length, found, ...(theirs ? { presidioFound: theirs.found! } : {}) },
  }
}
