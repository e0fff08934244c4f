import { fail } from '../../base/errors.js'
import { noRows } from '../../engines/dialect/index.js'
import type { Batch } from '../../engines/engine.js'
import { countOf, fresh, name } from '../../engines/sql.js'
import { hostSql } from '../../log/host-sql.js'
import type { Log, StoredRows } from '../../log/log.js'
import { spacedTermsSql } from '../../log/terms-sql.js'
import type { Context } from '../method.js'
import type { Entries } from './histories.js'
import { numbers } from './numbers.js'
import { type CodedRows, entriesOf, historiesOf, rowsOf } from './rows.js'
import { readWords } from './texts.js'
import type { Words } from './words.js'

const DICTIONARY_BATCH = 1 << 14

/** What a history is: all rows of a person, or those of a session, of a window of time, of one value of a column. */
export interface Cut {
  readonly windowDays: number | undefined
  readonly within: string | undefined
}

/** A log in numbers. The engine keeps the texts; kernels see integers. */
export interface Coded {
  readonly entries: Entries
  /** Where each stratum (window, value of a column) begins among the entries, and the end. */
  readonly strata: readonly number[]
  /** The words of terms: of term t the word terms[t]. Terms from hostsFrom on are hosts, which have words of their own. */
  readonly words: Words
  readonly terms: Uint32Array
  readonly hostsFrom: number
  readonly hosts: Pick<Coded, 'words' | 'terms'> | undefined
  readonly rows: CodedRows
  /** The log's rows where they have numbers, and how many numbers there are. */
  readonly stored: StoredRows
  readonly count: number
  /** (h, person, owner, s; stratum and cut, whatever they are) */
  readonly histories: string
  /** Persons left out as programs. */
  readonly bots: number
}

export async function codeLog(
  log: Log,
  { hosts, bots, cut }: { hosts: boolean; bots: number; cut: Cut },
  on: Context,
): Promise<Coded> {
  const { engine } = on
  const stored = await numbered(log, on)
  const [size] = await engine.all<{ n: number }>(`SELECT coalesce(max(rowid) + 1, 0) AS n FROM ${stored.table}`)
  const count = size?.n ?? 0
  const programs = await findBots(log, bots, on)
  const { histories, from } = await nameHistories(log, stored, programs, cut, on)
  const { owner, stratum } = await readHistories(histories, on)
  const history = await historiesOf(engine, from, count)
  const left = await countOf(engine, programs)
  await engine.drop(programs)
  // Codes go by words, so that they do not depend on the order of rows.
  const found = await readWords(engine, stored, count, spacedTermsSql('query'))
  const texts = ordered(found.words)
  const clicked = hosts ? await readHosts(log, stored, count, history, texts.terms.length, on) : undefined
  const rows = rowsOf(found, texts.rank, history, owner.length, clicked?.host)
  const terms = texts.terms.length + (clicked?.terms.length ?? 0)
  const entries = entriesOf(rows, owner, terms)
  return {
    entries,
    strata: strataOf(entries, stratum),
    words: found.words,
    terms: texts.terms,
    hostsFrom: texts.terms.length,
    hosts: clicked,
    rows,
    stored,
    count,
    histories,
    bots: left,
  }
}

/** The log's rows where they have numbers: where they stand, or else in a copy. */
async function numbered(log: Log, { engine }: Context): Promise<StoredRows> {
  if (log.stored?.view === log.table) return log.stored
  const table = fresh('rows')
  await engine.materialise(table, `SELECT * FROM ${log.table}`)
  return { view: log.table, columns: ['*'], table, where: 'true' }
}

/** Words in their order, and the place of each in it. */
function ordered(words: Words) {
  const terms = words.sorted()
  const rank = new Uint32Array(terms.length)
  for (let t = 0; t < terms.length; t++) rank[terms[t]!] = t
  return { terms, rank }
}

/** Hosts of the rows of histories, as terms after those of texts. */
async function readHosts(
  log: Log,
  stored: StoredRows,
  count: number,
  history: Uint32Array,
  hostsFrom: number,
  on: Context,
) {
  const host = new Uint32Array(count)
  const {
    words,
    begin,
    count: found,
    word,
  } = await readWords(on.engine, stored, log.has.url ? count : 0, hostSql('url'), history)
  const { terms, rank } = ordered(words)
  for (let r = 0; r < count; r++) if (found[r]! > 0) host[r] = 1 + hostsFrom + rank[word[begin[r]!]!]!
  return { words, terms, host }
}

/** A table (word, id) of all terms, for what is joined with them. */
export async function dictionaryOf({ words, terms, hostsFrom, hosts }: Coded, { engine }: Context): Promise<string> {
  const table = fresh('terms')
  function* batches(): Generator<Batch> {
    const all = hostsFrom + (hosts?.terms.length ?? 0)
    for (let from = 0; from < all; from += DICTIONARY_BATCH) {
      const ids = Array.from({ length: Math.min(DICTIONARY_BATCH, all - from) }, (_, i) => from + i)
      const text = (t: number) =>
        t < hostsFrom ? words.text(terms[t]!) : hosts!.words.text(hosts!.terms[t - hostsFrom]!)
      yield [ids.map(text), ids.map(String)]
    }
  }
  await engine.append(table, ['word', 'id'], batches())
  return table
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

/** What rows are told apart by beside their person, as SQL over a row `l`. */
export function cutSql(log: Log, { windowDays, within }: Cut) {
  if (within !== undefined && !log.extras.includes(within))
    fail(
      'usage',
      `--within names '${within}', which is not among the columns of the log`,
      `Keep it with --columns ${within}=NAME.`,
    )
  const window =
    windowDays === undefined
      ? `''`
      : `coalesce(floor(date_diff('day', DATE '1970-01-01', l.time::DATE) / ${windowDays})::VARCHAR, 'at no time')`
  const region = within === undefined ? `''` : `coalesce(l.${name(`x_${within}`)}, '')`
  return {
    stratum: `(${window} || chr(1) || ${region})`,
    session: log.has.session ? 'l.session' : `''`,
    whole: windowDays === undefined && within === undefined && !log.has.session,
  }
}

/** Numbers histories, by stratum and then by person. `from` joins numbered rows with them. */
async function nameHistories(
  log: Log,
  { table, where }: StoredRows,
  programs: string,
  cut: Cut,
  on: Context,
): Promise<{ histories: string; from: string }> {
  const histories = fresh('histories')
  const { stratum, session, whole } = cutSql(log, cut)
  await on.engine.materialise(
    histories,
    `SELECT person, stratum, cut, (row_number() OVER (ORDER BY stratum, person, cut) - 1)::INTEGER AS h,
      (dense_rank() OVER (ORDER BY person) - 1)::INTEGER AS owner, (dense_rank() OVER (ORDER BY stratum) - 1)::INTEGER AS s
      FROM (SELECT DISTINCT person, ${stratum} AS stratum, ${session} AS cut FROM ${log.table} l WHERE query IS NOT NULL AND person IS NOT NULL) ANTI JOIN ${programs} USING (person)`,
  )
  const rows = `(SELECT *, rowid AS row FROM ${table} WHERE ${where} AND query IS NOT NULL)`
  const apart = whole ? '' : `AND ${stratum} = i.stratum AND ${session} = i.cut`
  return { histories, from: `${rows} l JOIN ${histories} i ON l.person = i.person ${apart}` }
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
