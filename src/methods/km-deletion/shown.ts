import type { Batch } from '../../engines/engine.js'
import { fresh, name } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import type { Context } from '../method.js'
import type { Coded } from './coded.js'

const BATCH = 1 << 14

/** The entries that stay as a table (h, term). */
export async function keptTable({ entries }: Coded, kept: Uint8Array, on: Context): Promise<string> {
  const { history, term } = entries
  function* batches(): Generator<Batch> {
    let [hs, lists]: [string[], string[]] = [[], []]
    for (let e = 0; e < term.length; ) {
      const h = history[e] as number
      const terms: number[] = []
      for (; e < term.length && history[e] === h; e++) if (kept[e] === 1) terms.push(term[e] as number)
      if (terms.length === 0) continue
      hs.push(String(h))
      lists.push(terms.join(','))
      if (hs.length < BATCH) continue
      yield [hs, lists]
      ;[hs, lists] = [[], []]
    }
    yield [hs, lists]
  }
  const [listed, table] = [fresh('listed'), fresh('kept')]
  await on.engine.append(listed, ['h', 'terms'], batches())
  await on.engine.run(`
    CREATE TABLE ${table} AS SELECT h::INTEGER AS h, unnest(string_split(terms, ','))::INTEGER AS term FROM ${listed};
    DROP TABLE ${listed}`)
  return table
}

/** What is left of each text in each history, its terms in their order: a table (h, q, query). */
export async function keptTexts({ rows, textTerms, dictionary }: Coded, kept: string, on: Context): Promise<string> {
  const table = fresh('kept_texts')
  await on.engine.run(`
    CREATE TABLE ${table} AS SELECT h, q, string_agg(word, ' ' ORDER BY pos) AS query FROM (SELECT DISTINCT h, q FROM ${rows})
    JOIN ${textTerms} USING (q) JOIN ${kept} USING (h, term) JOIN ${dictionary} ON term = id GROUP BY h, q`)
  return table
}

/** Entries of hosts that stay but stand in no row with text left: no row would show them. */
export async function unseenHosts(
  { rows, dictionary, hostsFrom }: Coded,
  kept: string,
  texts: string,
  on: Context,
): Promise<{ h: number; term: number }[]> {
  return on.engine.all<{ h: number; term: number }>(`
    SELECT h, term FROM ${kept} ANTI JOIN (
      SELECT DISTINCT h, id AS term FROM ${rows} JOIN ${texts} USING (h, q) JOIN ${dictionary} d ON host = d.word AND d.id >= ${hostsFrom}) USING (h, term)
    WHERE term >= ${hostsFrom} ORDER BY ALL`)
}

/** The rows with text left. Hosts, and ranks with them, stand only where the history keeps the host. */
export async function shownRows(
  log: Log,
  coded: Coded,
  kept: string,
  texts: string,
  cut: boolean,
  on: Context,
): Promise<Log> {
  const table = fresh('shown')
  const hosts = coded.entries.terms > coded.hostsFrom
  const beside = hosts
    ? 'CASE WHEN a.h IS NOT NULL THEN r.url END AS url, CASE WHEN a.h IS NOT NULL THEN r.rank END AS rank'
    : 'NULL::VARCHAR AS url, NULL::INTEGER AS rank'
  const extras = log.extras.map((extra) => `, r.${name(`x_${extra}`)}`).join('')
  const session = cut ? `, r.stratum || chr(1) || r.cut AS session` : log.has.session ? ', r.cut AS session' : ''
  await on.engine.run(`
    CREATE TABLE ${table} AS SELECT r.person, t.query, r.time, ${beside} ${session} ${extras}
    FROM ${coded.rows} r JOIN ${texts} t USING (h, q)
    ${hosts ? `LEFT JOIN (SELECT h, word FROM ${kept} JOIN ${coded.dictionary} ON term = id WHERE id >= ${coded.hostsFrom}) a ON r.h = a.h AND r.host = a.word` : ''};
    DROP TABLE ${coded.rows}; DROP TABLE ${kept}; DROP TABLE ${texts}; DROP TABLE ${coded.textTerms}; DROP TABLE ${coded.dictionary}`)
  return {
    ...log,
    table,
    has: {
      ...log.has,
      raw: false,
      tag: false,
      session: cut || log.has.session,
      url: log.has.url && hosts,
    },
  }
}
