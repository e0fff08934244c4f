import { fresh, name } from '../../engines/sql.js'
import { fail } from '../../errors.js'
import { hostSql } from '../../log/host-sql.js'
import type { Log } from '../../log/log.js'
import { termsSql } from '../../log/terms-sql.js'
import type { Context } from '../method.js'
import type { Entries } from './histories.js'

/** What a history is: all rows of a person, or those of a session, of a window of time, of one value of a column. */
export interface Cut {
  readonly windowDays: number | undefined
  readonly within: string | undefined
}

/** A log in numbers. The engine keeps the words; kernels see integers. */
export interface Coded {
  readonly entries: Entries
  /** Where each stratum (window, value of a column) begins among the entries, and the end. */
  readonly strata: readonly number[]
  /** Terms from this code on are hosts. */
  readonly hostsFrom: number
  /** (word, id) */
  readonly dictionary: string
  /** (q, pos, term): the terms of each text. */
  readonly textTerms: string
  /** (h, q, host, person, stratum, cut, time, extras; url and rank with hosts): the rows. */
  readonly rows: string
  /** Persons left out as programs. */
  readonly bots: number
}

/** A text's terms as an SQL list. */
const TERMS = termsSql('query')

export async function codeLog(
  log: Log,
  { hosts, bots, cut }: { hosts: boolean; bots: number; cut: Cut },
  on: Context,
): Promise<Coded> {
  const { engine } = on
  const [texts, words, dictionary, textTerms] = ['texts', 'words', 'terms', 'text_terms'].map(fresh) as [
    string,
    string,
    string,
    string,
  ]
  await engine.run(`
    CREATE TABLE ${texts} AS SELECT query, (row_number() OVER ())::INTEGER AS q FROM (
      SELECT DISTINCT query FROM ${log.table} WHERE query IS NOT NULL AND person IS NOT NULL);
    CREATE TABLE ${words} AS SELECT q, unnest(words) AS word, generate_subscripts(words, 1)::INTEGER AS pos FROM (
      SELECT q, ${TERMS} AS words FROM ${texts});
    CREATE TABLE ${dictionary} AS SELECT word, (row_number() OVER (ORDER BY word) - 1)::INTEGER AS id FROM (SELECT DISTINCT word FROM ${words});
    CREATE TABLE ${textTerms} AS SELECT q, pos, id AS term FROM ${words} JOIN ${dictionary} USING (word);
    DROP TABLE ${words}`)
  const hostsFrom = await count(on, `SELECT 1 FROM ${dictionary}`)
  const programs = await findBots(log, bots, on)
  const { rows, histories } = await codeRows(log, texts, programs, hosts, cut, on)
  await engine.run(`DROP TABLE ${texts}`)
  if (hosts)
    await engine.run(`
      INSERT INTO ${dictionary} SELECT host, (${hostsFrom} + row_number() OVER (ORDER BY host) - 1)::INTEGER FROM (
        SELECT DISTINCT host FROM ${rows} WHERE host IS NOT NULL)`)
  const { entries, strata } = await readEntries({ dictionary, textTerms, rows, histories, hosts, hostsFrom }, on)
  const left = await count(on, `SELECT 1 FROM ${programs}`)
  await engine.run(`DROP TABLE ${programs}; DROP TABLE ${histories}`)
  return { entries, strata, hostsFrom, dictionary, textTerms, rows, bots: left }
}

/**
 * [Burghardt] §5.1: users with more than so many queries in one session are programs. An hour without a query ends a session; rows without time
 * are of none.
 */
async function findBots(log: Log, bots: number, on: Context): Promise<string> {
  const table = fresh('bots')
  const busy = `SELECT person FROM ${log.table} WHERE query IS NOT NULL AND time IS NOT NULL GROUP BY person HAVING count(*) > ${bots}`
  await on.engine.run(
    bots === 0
      ? `CREATE TABLE ${table} (person VARCHAR)`
      : `CREATE TABLE ${table} AS SELECT DISTINCT person FROM (
          SELECT person, session FROM (
            SELECT person, query, time, sum(cut) OVER (PARTITION BY person ORDER BY time RANGE UNBOUNDED PRECEDING) AS session FROM (
              SELECT DISTINCT person, query, time, (coalesce(time - lag(time) OVER (PARTITION BY person ORDER BY time) > INTERVAL '60 minutes', true))::INTEGER AS cut
              FROM ${log.table} SEMI JOIN (${busy}) USING (person) WHERE query IS NOT NULL AND time IS NOT NULL))
          GROUP BY person, session HAVING count(DISTINCT (query, time)) > ${bots})`,
  )
  return table
}

/** Numbers histories, by stratum and then by person, and the texts of rows. */
async function codeRows(
  log: Log,
  texts: string,
  programs: string,
  hosts: boolean,
  { windowDays, within }: Cut,
  on: Context,
): Promise<{ rows: string; histories: string }> {
  if (within !== undefined && !log.extras.includes(within))
    fail(
      'usage',
      `--within names '${within}', which is not among the columns of the log`,
      `Keep it with --columns ${within}=NAME.`,
    )
  const [rows, histories] = [fresh('rows'), fresh('histories')]
  const session = log.has.session ? 'l.session' : `''`
  const window =
    windowDays === undefined
      ? `''`
      : `coalesce(floor(date_diff('day', DATE '1970-01-01', l.time::DATE) / ${windowDays})::VARCHAR, 'at no time')`
  const region = within === undefined ? `''` : `coalesce(l.${name(`x_${within}`)}, '')`
  const stratum = `(${window} || chr(1) || ${region})`
  const extras = log.extras.map((extra) => `, l.${name(`x_${extra}`)}`).join('')
  const host = hosts && log.has.url ? hostSql('l.url') : 'NULL::VARCHAR'
  await on.engine.run(`
    CREATE TABLE ${histories} AS SELECT person, stratum, cut, (row_number() OVER (ORDER BY stratum, person, cut) - 1)::INTEGER AS h,
      (dense_rank() OVER (ORDER BY person) - 1)::INTEGER AS owner, (dense_rank() OVER (ORDER BY stratum) - 1)::INTEGER AS s
      FROM (SELECT DISTINCT person, ${stratum} AS stratum, ${session} AS cut FROM ${log.table} l WHERE query IS NOT NULL AND person IS NOT NULL) ANTI JOIN ${programs} USING (person);
    CREATE TABLE ${rows} AS SELECT i.h, t.q, ${host} AS host, i.person, i.stratum, i.cut, l.time ${hosts ? ', l.url, l.rank' : ''} ${extras}
      FROM ${log.table} l JOIN ${texts} t ON l.query = t.query JOIN ${histories} i ON l.person = i.person AND ${stratum} = i.stratum AND ${session} = i.cut`)
  return { rows, histories }
}

/** Brings (history, term, occurrences) into typed arrays, by history. */
async function readEntries(
  tables: { dictionary: string; textTerms: string; rows: string; histories: string; hosts: boolean; hostsFrom: number },
  on: Context,
): Promise<Pick<Coded, 'entries' | 'strata'>> {
  const { engine } = on
  const { dictionary, textTerms, rows, histories } = tables
  const counted = fresh('entries')
  const ofHosts = tables.hosts
    ? `UNION ALL SELECT h, id AS term, count(*) AS n FROM ${rows} JOIN ${dictionary} d ON host = d.word AND d.id >= ${tables.hostsFrom} GROUP BY ALL`
    : ''
  await engine.run(`
    CREATE TABLE ${counted} AS SELECT h, term, sum(n)::INTEGER AS n FROM (SELECT h, q, count(*) AS n FROM ${rows} GROUP BY h, q) JOIN ${textTerms} USING (q) GROUP BY h, term ${ofHosts}`)
  const size = await count(on, `SELECT 1 FROM ${counted}`)
  const terms = await count(on, `SELECT 1 FROM ${dictionary}`)
  const owner = new Uint32Array(await count(on, `SELECT 1 FROM ${histories}`))
  const stratum = new Uint32Array(owner.length)
  for await (const [h, who, s] of engine.stream(`SELECT h, owner, s FROM ${histories}`))
    h?.forEach((at, i) => {
      owner[at as number] = who?.[i] as number
      stratum[at as number] = s?.[i] as number
    })
  const [history, term, occurrences] = [0, 1, 2].map(() => new Uint32Array(size)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ]
  let e = 0
  for await (const [h = [], t = [], n = []] of engine.stream(`SELECT h, term, n FROM ${counted} ORDER BY h, term`))
    for (let i = 0; i < h.length; i++, e++) {
      history[e] = h[i] as number
      term[e] = t[i] as number
      occurrences[e] = n[i] as number
    }
  await engine.run(`DROP TABLE ${counted}`)
  const strata: number[] = []
  for (let i = 0; i < size; i++)
    if (i === 0 || stratum[history[i] as number] !== stratum[history[i - 1] as number]) strata.push(i)
  return { entries: { owner, terms, history, term, count: occurrences }, strata: [...strata, size] }
}

async function count(on: Context, sql: string): Promise<number> {
  return (await on.engine.all<{ n: number }>(`SELECT count(*) AS n FROM (${sql})`))[0]?.n ?? 0
}
