import { cast, each, hashOf, median, replaceAll, semiJoin, split } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { type Resources, withSession } from '../engines/session.js'
import { type InputOptions, readingFlags, readLog, reasonsOf } from '../ingest/index.js'
import { masked, shortened } from '../ingest/masked.js'
import { guessedFrom } from '../knowledge/guess-locales.js'
import type { Log, Source } from '../log/log.js'
import type { Inspection } from '../report/inspection.js'

export type { Inspection } from '../report/inspection.js'

const KEPT_AT = [2, 5, 10, 30]

export interface InspectOptions {
  /** Show so many queries for each number of persons who asked them, masked: letters as x, digits as 9; and tell the languages. */
  readonly examples?: number
}

/** Looks at a log: how much, how many, how unique. */
export function inspect(
  inputs: readonly string[],
  options: InputOptions = {},
  resources: Resources = {},
  { examples = 0 }: InspectOptions = {},
): Promise<Inspection> {
  return withSession(resources, async (session) => {
    session.say('reading')
    const { log, source } = await readLog(inputs, options, session)
    session.say('counting')
    const found = await inspectLog(session.engine, log, source)
    if (examples === 0) return found
    const { codes } = await guessedFrom(session.engine, 'SELECT query AS value FROM popularity')
    return { ...found, examples: await examplesOf(session.engine, examples), locales: codes }
  })
}

/** Looks at a log that has been read. */
export async function inspectLog(engine: Sql, log: Log, source: Source): Promise<Inspection> {
  const [basic] = await engine.all<{
    good: number
    real: number
    clicks: number
    from: string | null
    to: string | null
  }>(
    `SELECT count(*) AS good, count(query) AS "real", count(url) AS clicks, ${cast('min(time)', 'text')} AS "from", ${cast('max(time)', 'text')} AS "to" FROM ${log.table}`,
  )
  const { good = 0, real = 0, clicks = 0, from = null, to = null } = basic ?? {}
  await engine.materialise(
    'asked',
    `SELECT query, person, count(*) AS n FROM ${log.table} WHERE query IS NOT NULL GROUP BY ALL`,
  )
  await engine.materialise(
    'popularity',
    `SELECT query, count(person) AS persons, ${cast('sum(n)', 'long')} AS times FROM asked GROUP BY query`,
  )
  const uniqueness =
    log.unit === undefined
      ? []
      : await engine.all<{ users: number; queries: number; rows: number }>(
          `SELECT persons AS users, count(*) AS queries, ${cast('sum(times)', 'long')} AS "rows" FROM popularity GROUP BY persons ORDER BY persons`,
        )
  const occurrences = await engine.all<{ times: number; queries: number; rows: number }>(
    `SELECT times, count(*) AS queries, ${cast('sum(times)', 'long')} AS "rows" FROM popularity GROUP BY times ORDER BY times`,
  )
  await engine.materialise(
    'histories',
    `SELECT count(*) AS n FROM ${log.table} WHERE person IS NOT NULL GROUP BY person`,
  )
  const [people] = await engine.all<{ users: number; median: number; mean: number; max: number }>(
    `SELECT count(*) AS users, ${median('n')} AS median, avg(n) AS mean, max(n) AS max FROM histories`,
  )
  const histories = await engine.all<{ rows: number; users: number }>(
    `SELECT n AS "rows", count(*) AS users FROM histories GROUP BY n ORDER BY n`,
  )
  const [alone] = await engine.all<{ users: number }>(
    `SELECT count(DISTINCT person) AS users FROM asked ${semiJoin('(SELECT query FROM popularity WHERE persons = 1)', 'USING (query)')}`,
  )
  const [words] = await engine.all<{ terms: number; occurrences: number }>(`
    SELECT count(*) AS terms, ${cast('coalesce(sum(n), 0)', 'long')} AS occurrences FROM (
      SELECT term, sum(times) AS n FROM (
        SELECT ${each(split(`trim(${replaceAll('query', '[^\\p{L}\\p{M}\\p{N}]+', ' ')})`, ' '))} AS term, times FROM popularity)
      WHERE term <> '' GROUP BY term)`)
  const queries = occurrences.reduce((sum, row) => sum + row.queries, 0)
  return {
    rows: source.rows,
    badRows: source.bad.length + (source.unlisted ?? 0),
    badReasons: reasonsOf(source.bad),
    records: await source.records(),
    notQueries: good - real,
    users: people?.users ?? 0,
    queries,
    terms: words?.terms ?? 0,
    termOccurrences: words?.occurrences ?? 0,
    clicks,
    format: source.format,
    unit: log.unit ?? null,
    time: { from, to },
    uniqueness,
    occurrences,
    perUser: { median: people?.median ?? 0, mean: people?.mean ?? 0, max: people?.max ?? 0 },
    histories,
    usersWithUniqueQuery: log.unit === undefined ? 0 : (alone?.users ?? 0),
    keptAt: log.unit === undefined ? [] : KEPT_AT.map((k) => keptAt(uniqueness, k, real)),
    notes: source.notes,
    ...(source.understood === undefined ? {} : { understood: source.understood }),
    ...(source.found === undefined ? {} : { reading: { ...source.found, flags: readingFlags(source.found) } }),
  }
}

function keptAt(uniqueness: Inspection['uniqueness'], k: number, real: number): Inspection['keptAt'][number] {
  const kept = uniqueness.filter((row) => row.users >= k)
  const rows = kept.reduce((sum, row) => sum + row.rows, 0)
  return { k, rows, queries: kept.reduce((sum, row) => sum + row.queries, 0), share: real === 0 ? 0 : rows / real }
}

/** Numbers of persons up to which each has its examples; above, those of a tenth more or less stand together. */
const EACH = 30

/** Some queries of each popularity, masked. Drawn by a hash, so that no beginning of the alphabet stands for all. */
async function examplesOf(engine: Sql, each: number): Promise<NonNullable<Inspection['examples']>> {
  const drawn = hashOf(['query'])
  // The first few of millions are found without sorting them: a query for each number of persons.
  const few = Array.from(
    { length: EACH },
    (_, i) => `(SELECT query, persons, times FROM popularity WHERE persons = ${i + 1} ORDER BY ${drawn} LIMIT ${each})`,
  )
  const level = cast(`floor(10 * ln(persons / ${EACH}.0))`, 'long')
  const many = `(SELECT query, persons, times FROM (
    SELECT query, persons, times, row_number() OVER (PARTITION BY ${level} ORDER BY ${drawn}) AS nth FROM popularity WHERE persons > ${EACH})
    WHERE nth <= ${each})`
  const rows = await engine.all<{ query: string; users: number; times: number }>(
    `SELECT query, persons AS users, times FROM (${[...few, many].join(' UNION ALL ')}) ORDER BY persons, ${drawn}`,
  )
  return rows.map(({ query, users, times }) => ({ masked: shortened(masked(query)), users, rows: times }))
}
