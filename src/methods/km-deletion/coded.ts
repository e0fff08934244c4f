import { fail } from '../../base/errors.js'
import { noRows } from '../../engines/dialect/index.js'
import { countOf, fresh, name } from '../../engines/sql.js'
import { hostSql } from '../../log/host-sql.js'
import type { Log } from '../../log/log.js'
import { termsSql } from '../../log/terms-sql.js'
import type { Context } from '../method.js'
import type { Entries } from './histories.js'
import { type CodedRows, type CodedTexts, entriesOf, numbers, readRows, readTexts } from './rows.js'

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
  readonly texts: CodedTexts
  readonly rows: CodedRows
  readonly tables: {
    /** (word, id) */
    readonly dictionary: string
    /** (h, q, time, extras; host, url and rank with hosts) */
    readonly rows: string
    /** (h, person, owner, s; stratum and cut, whatever they are) */
    readonly histories: string
  }
  /** Persons left out as programs. */
  readonly bots: number
}

export async function codeLog(
  log: Log,
  { hosts, bots, cut }: { hosts: boolean; bots: number; cut: Cut },
  on: Context,
): Promise<Coded> {
  const { engine } = on
  const { texts, dictionary, textTerms } = await codeTexts(log, on)
  const hostsFrom = await countOf(on.engine, dictionary)
  const programs = await findBots(log, bots, on)
  const tables = { dictionary, ...(await codeRows(log, texts, programs, hosts, cut, on)) }
  if (hosts)
    await engine.insert(
      dictionary,
      `SELECT host, (${hostsFrom} + row_number() OVER (ORDER BY host) - 1)::INTEGER FROM (
        SELECT DISTINCT host FROM ${tables.rows} WHERE host IS NOT NULL)`,
    )
  const { owner, stratum } = await readHistories(tables.histories, on)
  const read = {
    texts: await readTexts(engine, textTerms, await countOf(on.engine, texts)),
    rows: await readRows(engine, tables, owner.length, hosts ? hostsFrom : undefined),
  }
  const left = await countOf(on.engine, programs)
  await engine.drop(texts, textTerms, programs)
  const entries = entriesOf(read.rows, read.texts, owner, await countOf(on.engine, dictionary))
  return { entries, strata: strataOf(entries, stratum), hostsFrom, ...read, tables, bots: left }
}

/** Numbers the distinct texts and their terms, terms by their words, so that codes do not depend on the order of rows. */
async function codeTexts(
  log: Log,
  { engine }: Context,
): Promise<{ texts: string; dictionary: string; textTerms: string }> {
  const [texts, words, dictionary, textTerms] = ['texts', 'words', 'terms', 'text_terms'].map(fresh) as [
    string,
    string,
    string,
    string,
  ]
  await engine.materialise(
    texts,
    `SELECT query, (row_number() OVER () - 1)::INTEGER AS q FROM (
      SELECT DISTINCT query FROM ${log.table} WHERE query IS NOT NULL AND person IS NOT NULL)`,
  )
  await engine.materialise(
    words,
    `SELECT q, unnest(words) AS word, generate_subscripts(words, 1)::INTEGER AS pos FROM (
      SELECT q, ${termsSql('query')} AS words FROM ${texts})`,
  )
  await engine.materialise(
    dictionary,
    `SELECT word, (row_number() OVER (ORDER BY word) - 1)::INTEGER AS id FROM (SELECT DISTINCT word FROM ${words})`,
  )
  await engine.materialise(textTerms, `SELECT q, pos, id AS term FROM ${words} JOIN ${dictionary} USING (word)`)
  await engine.drop(words)
  return { texts, dictionary, textTerms }
}

/**
 * [Burghardt] §5.1: users with more than so many queries in one session are programs. An hour without a query ends a session; rows without time
 * are of none.
 */
async function findBots(log: Log, bots: number, on: Context): Promise<string> {
  const table = fresh('bots')
  const busy = `SELECT person FROM ${log.table} WHERE query IS NOT NULL AND time IS NOT NULL GROUP BY person HAVING count(*) > ${bots}`
  await on.engine.materialise(
    table,
    bots === 0
      ? noRows({ person: 'text' })
      : `SELECT DISTINCT person FROM (
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
  const whole = windowDays === undefined && within === undefined && !log.has.session
  const extras = log.extras.map((extra) => `, l.${name(`x_${extra}`)}`).join('')
  const clicked = hosts ? `, ${log.has.url ? hostSql('l.url') : 'NULL::VARCHAR'} AS host, l.url, l.rank` : ''
  await on.engine.materialise(
    histories,
    `SELECT person, stratum, cut, (row_number() OVER (ORDER BY stratum, person, cut) - 1)::INTEGER AS h,
      (dense_rank() OVER (ORDER BY person) - 1)::INTEGER AS owner, (dense_rank() OVER (ORDER BY stratum) - 1)::INTEGER AS s
      FROM (SELECT DISTINCT person, ${stratum} AS stratum, ${session} AS cut FROM ${log.table} l WHERE query IS NOT NULL AND person IS NOT NULL) ANTI JOIN ${programs} USING (person)`,
  )
  await on.engine.materialise(
    rows,
    `SELECT i.h, t.q, l.time ${clicked} ${extras}
      FROM ${log.table} l JOIN ${texts} t ON l.query = t.query JOIN ${histories} i ON l.person = i.person
      ${whole ? '' : `AND ${stratum} = i.stratum AND ${session} = i.cut`}`,
  )
  return { rows, histories }
}

async function readHistories(histories: string, on: Context): Promise<{ owner: Uint32Array; stratum: Uint32Array }> {
  const owner = new Uint32Array(await countOf(on.engine, histories))
  const stratum = new Uint32Array(owner.length)
  for await (const [h, who, s] of numbers(on.engine, ['h', 'owner', 's'], histories))
    h.forEach((at, i) => {
      owner[at] = who[i]!
      stratum[at] = s[i]!
    })
  return { owner, stratum }
}

function strataOf({ history }: Entries, stratum: Uint32Array): number[] {
  const strata: number[] = []
  let before = -1
  for (let e = 0; e < history.length; e++) {
    const s = stratum[history[e]!]!
    if (s !== before) strata.push(e)
    before = s
  }
  return [...strata, history.length]
}
