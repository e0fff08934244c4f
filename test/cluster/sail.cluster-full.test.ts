import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../../src/engines/engine.js'
import { openSpark } from '../../src/engines/spark/index.js'
import { CASES, rowsAsText, tablesOfCases } from '../support/dialect-cases.js'
import { sqlContract } from '../support/engine-contract.js'
import { Bench } from '../support/lethe.js'
import { scratch } from '../support/scratch.js'
import { type Sail, startSail } from './harness/sail.js'
import { refused, someLog } from './stage.js'

// What of Spark's dialect and of the contract of engines another server of the same protocol has, and what it lacks. Each exception must fail: one that is there by now is taken off.

const { dir } = scratch()
let sail: Sail
beforeAll(async () => {
  sail = await startSail()
})
afterAll(() => sail?.stop())

const NO_METADATA = 'its files do not tell their names and the places of rows'
const NO_DESCRIBE = 'it does not describe queries'

sqlContract('spark', (options) => openSpark(sail.url, options), {
  'makes tables of queries, adds to them and forgets them':
    'its errors have no classes: a missing table looks like a broken machine',
  'a table holds what it was made of, chance too; its rows have numbers in their order': NO_METADATA,
  'reads lines in order, leaves out those that do not split, and says how many it made': NO_METADATA,
  'reads strictly: types as asked, empty fields null, and nothing at all where a row is bad': NO_METADATA,
  'says names and types of what a query gives': NO_DESCRIBE,
  'writes rows in their order, and reads back what it wrote': NO_DESCRIBE,
})

const all = (reason: string, ...called: (keyof typeof CASES)[]) => called.map((one) => [one, reason] as const)
const LACKS = new Map([
  ...all(
    'its patterns have no (?d), no quoted parts, nothing that keeps what it took, and do not look around',
    ...([
      'tryCast',
      'isObject',
      'fullMatch',
      'replaceAll',
      'replaceFirst',
      'extract',
      'extractAll',
      'urlParameter',
    ] as const),
    ...(['split', 'each', 'eachPlaced', 'mapped', 'only', 'once', 'sorted', 'lengthOf', 'itemAt'] as const),
    ...(['firstOf', 'tails', 'runs'] as const),
  ),
  ...all('it writes fractions below a tenth of a thousandth in another way', 'textOf'),
  ...all(NO_METADATA, 'rowNumber'),
  ...all('it has no * EXCEPT', 'allBut', 'allWith'),
  ...all('a table of WITH is made anew by each that reads it', 'madeOnce'),
  ...all('it takes shares of tables, and no number of rows', 'sampleOf'),
  ...all('it has no type for any value of JSON', 'isAt', 'valuesAt'),
  ...all('a number that is none ends a statement', 'orNull'),
  ...all('it tells no version, and no key goes to one that is not known', 'hmacSql'),
  ...all('no server of Spark has normal forms of Unicode', 'nfc'),
])

describe('the dialect on Sail', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await openSpark(sail.url, { spill: dir })
    await tablesOfCases(engine)
  })
  afterAll(() => engine?.close())

  const there = Object.entries(CASES).filter(([called]) => !LACKS.has(called as keyof typeof CASES))
  describe.each(there)('%s', (_, cases) => {
    test.each(cases)('%s', async (sql, rows) => {
      expect(await rowsAsText(engine, sql)).toEqual(rows)
    })
  })

  // Each in a session of its own: where a key was refused, nothing more is asked.
  test.each([...LACKS])('not: %s (%s)', async (called) => {
    const own = await openSpark(sail.url, { spill: dir })
    try {
      await tablesOfCases(own)
      const cases = CASES[called]
      const found: unknown[] = []
      for (const [sql] of cases) found.push(await rowsAsText(own, sql).catch(() => 'failed'))
      expect(found).not.toEqual(cases.map(([, rows]) => rows))
    } finally {
      await own.close()
    }
  })
})

test('it has no TRANSFORM, which reading a log takes: refused, and nothing is made', async () => {
  const bench = new Bench()
  const log = `${sail.shared}/log.parquet`
  await someLog(log)
  const words = ['release', 'rare-queries', '--k', '5', log, '--engine', sail.url, '-o', bench.path('out'), '--quiet']
  refused(bench, await bench.start(words).outcome, /^lethe: [^\n]+\n[^\n]+\n$/)
})
