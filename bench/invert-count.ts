import { counted } from '../src/attacks/invert-tokens/graph.js'
import { readQueries } from '../src/attacks/invert-tokens/read.js'
import { withSession } from '../src/engines/session.js'
import { text } from '../src/engines/sql.js'
import { readLog } from '../src/ingest/index.js'
import { inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { zipfLog } from './zipf-log.js'

const ROWS = 3_000_000
const TOKENS = 16_000

export const COUNT_PARTS: Readonly<Record<string, (path: string) => Promise<Sample>>> = {
  'bare-pair-count': (path) =>
    sample(() =>
      withSession({}, async ({ engine }) => {
        const columns = 'AnonID AS person, Query AS query, QueryTime AS time, ItemRank AS rank, ClickURL AS url'
        await engine.materialise('bare', `SELECT ${columns} FROM read_csv(${text(path)})`)
        await engine.materialise(
          'counted',
          `SELECT query, count(*) AS n, row_number() OVER () AS id FROM bare GROUP BY query`,
        )
        await engine.materialise(
          'words',
          `SELECT DISTINCT id, n, unnest(string_split(query, ' ')) AS word FROM counted`,
        )
        await engine.materialise(
          'frequent',
          `SELECT word, row_number() OVER (ORDER BY sum(n) DESC, word) AS rank FROM words
          GROUP BY word ORDER BY rank LIMIT ${TOKENS}`,
        )
        await engine.materialise('ranked', `SELECT id, n, rank FROM words JOIN frequent USING (word)`)
        await engine.materialise(
          'pairs',
          `SELECT a.rank AS s, b.rank AS t, sum(a.n) AS n FROM ranked a JOIN ranked b USING (id)
          WHERE a.rank <> b.rank GROUP BY ALL`,
        )
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

/** Three million queries from a file to who occurs with whom, against the engine's bare read and its own count of the same pairs. */
export function invertCountBench(most: number): Outcome {
  const rows = Math.min(most, ROWS)
  const path = zipfLog(rows)
  const limit = inChild('bare-pair-count', [path])
  const own = inChild('our-pair-count', [path])
  return {
    name: 'invert-count',
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's',
    atMost: 1,
    peakMiB: own.peakMiB,
    detail: { rows, tokens: TOKENS, limitPeakMiB: limit.peakMiB, cpuSeconds: round(own.cpuSeconds) },
  }
}
