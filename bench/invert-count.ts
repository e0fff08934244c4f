import { counted } from '../src/attacks/invert-tokens/graph.js'
import { readQueries } from '../src/attacks/invert-tokens/read.js'
import { text } from '../src/engines/sql.js'
import { readLog } from '../src/ingest/index.js'
import { withSession } from '../src/session.js'
import { inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { zipfLog } from './zipf-log.js'

const ROWS = 3_000_000
const TOKENS = 16_000

export const COUNT_PARTS: Readonly<Record<string, (path: string) => Promise<Sample>>> = {
  'bare-word-count': (path) =>
    sample(() =>
      withSession({}, async ({ engine }) => {
        await engine.run(`CREATE TABLE bare AS SELECT Query AS query FROM read_csv(${text(path)})`)
        await engine.run(`CREATE TABLE counted AS SELECT query, count(*) AS n FROM bare GROUP BY query`)
        await engine.run(`
          CREATE TABLE words AS SELECT word, sum(n) AS n FROM (
            SELECT unnest(string_split(query, ' ')) AS word, n FROM counted) GROUP BY word`)
      }),
    ),
  'our-pair-count': (path) =>
    sample(() =>
      withSession({}, async (session) => {
        const { log } = await readLog([path], {}, session)
        const baskets = await readQueries(log, 'true', TOKENS, session)
        counted({ baskets, n: TOKENS, damped: false, ordered: false, clear: 0 })
      }),
    ),
}

/** Three million queries from a file to who occurs with whom, against the engine's bare read and count of queries and words. */
export function invertCountBench(): Outcome {
  const path = zipfLog(ROWS)
  const limit = inChild('bare-word-count', [path])
  const own = inChild('our-pair-count', [path])
  return {
    name: 'invert-count',
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's',
    atMost: 2.5,
    peakMiB: own.peakMiB,
    detail: { rows: ROWS, tokens: TOKENS, limitPeakMiB: limit.peakMiB, cpuSeconds: round(own.cpuSeconds) },
  }
}
