import type { Engine } from '../engines/engine.js'
import { fresh, name } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { Rows } from '../release/data.js'
import type { IdenticalUsers } from '../release/guarantee.js'
import { type Check, count } from './check.js'
import type { ClaimCheck } from './claim.js'
import { diversity } from './diversity.js'

export const identicalUsersClaim: ClaimCheck<IdenticalUsers> = {
  onRelease: async (on, claim) => {
    const { engine, rows, persons, original } = on
    return [
      persons === 'none' ? await equalRows(engine, rows, claim.k) : await twins(engine, rows, claim.k),
      ...(claim.l > 1 ? [await diversity(on, claim)] : []),
      ...(original === undefined ? [] : [await askedByEnough(engine, rows, original, claim.minUsers)]),
    ]
  },
  onForeign: async ({ engine, rows, persons }, claim) => [
    persons === 'none' ? await equalRows(engine, rows, claim.k) : await twins(engine, rows, claim.k),
  ],
}

/** A row without its pseudonym as one text; different rows give different texts. */
function rowText(columns: readonly string[]): string {
  return columns
    .filter((column) => column !== 'pseudonym')
    .map(
      (column) =>
        `CASE WHEN ${name(column)} IS NULL THEN '-' ELSE length(${name(column)}) || ':' || ${name(column)} END`,
    )
    .join(` || '|' || `)
}

/** Rows by the number of their text: (pseudonym, row). Numbers follow the texts, so that equal rows have equal numbers. */
async function numbered(engine: Engine, rows: Rows): Promise<string> {
  const [texts, codes, table] = [fresh('texts'), fresh('codes'), fresh('numbered')]
  await engine.run(`
    CREATE TABLE ${texts} AS SELECT pseudonym, ${rowText(rows.columns)} AS text FROM ${rows.table};
    CREATE TABLE ${codes} AS SELECT text, row_number() OVER (ORDER BY text) AS row FROM (SELECT DISTINCT text FROM ${texts});
    CREATE TABLE ${table} AS SELECT t.pseudonym, c.row FROM ${texts} t JOIN ${codes} c ON t.text = c.text;
    DROP TABLE ${texts}; DROP TABLE ${codes}`)
  return table // (pseudonym, row)
}

/** Rows whose histories are written out at a time: the engine cannot spill them. */
const AT_A_TIME = 1_000_000

interface Twins {
  readonly histories: number
  readonly groups: number
  readonly alone: number
  readonly least: number | null
}

/** Every pseudonym has k - 1 others with the same rows in every released column, each as often. */
async function twins(engine: Engine, rows: Rows, k: number): Promise<Check> {
  const [table, shares] = [await numbered(engine, rows), fresh('shares')]
  const [size] = await engine.all<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)
  const parts = Math.ceil((size?.rows ?? 0) / AT_A_TIME)
  // Histories that are the same have the same number of rows and the same sum of their numbers: they come in one part.
  await engine.run(
    `CREATE TABLE ${shares} AS SELECT pseudonym, hash(count(*), sum(row)) % ${Math.max(1, parts)} AS part FROM ${table} GROUP BY pseudonym`,
  )
  let [histories, groups, alone, least] = [0, 0, 0, Number.POSITIVE_INFINITY]
  for (let part = 0; part < parts; part++) {
    const [found] = await engine.all<Twins>(`
      SELECT coalesce(sum(n), 0)::BIGINT AS histories, count(*) AS groups, coalesce(sum(n) FILTER (n < ${k}), 0)::BIGINT AS alone, min(n) AS least FROM (
        SELECT count(*) AS n FROM (
          SELECT pseudonym, string_agg(row::VARCHAR, ',' ORDER BY row) AS history
          FROM ${table} JOIN (SELECT pseudonym FROM ${shares} WHERE part = ${part}) USING (pseudonym) GROUP BY pseudonym)
        GROUP BY history)`)
    histories += found?.histories ?? 0
    groups += found?.groups ?? 0
    alone += found?.alone ?? 0
    least = Math.min(least, found?.least ?? least)
  }
  await engine.run(`DROP TABLE ${table}; DROP TABLE ${shares}`)
  return {
    name: 'identical histories',
    holds: alone === 0,
    detail:
      alone === 0
        ? `each of ${count(histories, 'pseudonym')} has at least ${k - 1} twins, in ${count(groups, 'group')}`
        : `${count(alone, 'pseudonym')} of ${histories} have fewer than ${k - 1} twins; the smallest group has ${least}`,
    onClaim: true,
  }
}

/** Without pseudonyms there are no histories to see; every row must stand there k times. */
async function equalRows(engine: Engine, rows: Rows, k: number): Promise<Check> {
  const [found] = await engine.all<{ kinds: number; rare: number; least: number | null }>(`
    SELECT count(*) AS kinds, count(*) FILTER (n < ${k}) AS rare, min(n) AS least FROM (
      SELECT count(*) AS n FROM (SELECT ${rowText(rows.columns)} AS text FROM ${rows.table}) GROUP BY text)`)
  const { kinds = 0, rare = 0, least } = found ?? {}
  return {
    name: 'identical rows',
    holds: rare === 0,
    detail:
      rare === 0
        ? `each of ${count(kinds, 'different row')} stands there ${k} times or more (what ${k} identical histories imply)`
        : `${count(rare, 'row')} of ${kinds} stand there fewer than ${k} times; the rarest ${least} times`,
    onClaim: true,
  }
}

/** Every released query was asked by enough persons of the original. */
async function askedByEnough(engine: Engine, rows: Rows, original: Log, minUsers: number): Promise<Check> {
  const [found] = await engine.all<{ queries: number; rare: number }>(`
    SELECT count(*) AS queries, count(*) FILTER (coalesce(o.n, 0) < ${minUsers}) AS rare
    FROM (SELECT DISTINCT query FROM ${rows.table} WHERE query IS NOT NULL) r
    LEFT JOIN (SELECT query, count(DISTINCT person) AS n FROM ${original.table} GROUP BY query) o ON r.query = o.query`)
  const { queries = 0, rare = 0 } = found ?? {}
  return {
    name: 'persons in the log per query',
    holds: rare === 0,
    detail:
      rare === 0
        ? `each of ${queries} queries has ${count(minUsers, 'person')} or more in the log`
        : `${count(rare, '').trim()} of ${queries} queries have fewer than ${count(minUsers, 'person')} in the log`,
    onClaim: true,
  }
}
