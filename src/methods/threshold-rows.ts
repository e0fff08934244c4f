import { hmacSql } from '../crypto/hmac-sql.js'
import { fresh, name } from '../engines/sql.js'
import { fail } from '../errors.js'
import { hostSql } from '../log/host-sql.js'
import type { Log } from '../log/log.js'
import type { Context } from './method.js'

/** Which texts may be shown, and the rule for what stands beside them. */
export interface Threshold {
  /** A table (match, text): rows whose `matchOn` column equals `match` show `text`; all others are withheld. */
  readonly released: string
  readonly matchOn: 'query' | 'raw'
  /** Persons that a (text, host) pair needs, taken together with the further columns in `within`. */
  readonly hostK: number
  readonly within: readonly string[]
  /** Withheld rows stay, with a keyed tag in place of their text. */
  readonly tags: boolean
}

/** Applies a threshold to the rows of a log: text, host, rank and further columns stay only where their rule holds. */
export async function thresholdRows(log: Log, threshold: Threshold, on: Context): Promise<Log> {
  const { engine } = on
  const unknown = threshold.within.find((column) => !log.extras.includes(column))
  if (unknown !== undefined)
    fail(
      'usage',
      `--within names '${unknown}', which is not among the columns of the log`,
      `Keep it with --columns ${unknown}=NAME.`,
    )
  const extras = log.extras.map((extra) => name(`x_${extra}`))
  const kept = fresh('kept')
  await engine.run(`
    CREATE TABLE ${kept} AS SELECT l.person, r.text AS query, l.time, ${log.has.url ? hostSql('l.url') : 'NULL::VARCHAR'} AS url, l.rank
      ${extras.map((extra) => `, l.${extra}`).join('')}
    FROM ${log.table} l JOIN ${threshold.released} r ON l.${threshold.matchOn} = r.match`)
  // kept: (person, query, time, host, rank, extras), every query with k persons or more
  const shown = await hideRarePairs(log, kept, extras, threshold, on)
  if (!threshold.tags) return { ...log, table: shown, has: { ...log.has, raw: false, tag: false } }

  if (on.key === undefined) fail('usage', 'tags need a key', 'Give --key FILE (see lethe keygen) or --ephemeral-key.')
  const tagged = fresh('tagged')
  await engine.run(`
    CREATE TABLE ${tagged} AS SELECT person, query, NULL::VARCHAR AS tag, time, url, rank ${extras.map((extra) => `, ${extra}`).join('')} FROM ${shown}
    UNION ALL
    SELECT l.person, NULL, ${hmacSql(on.key, 'l.query')}, l.time, NULL, NULL ${extras.map(() => ', NULL').join('')}
    FROM ${log.table} l ANTI JOIN ${threshold.released} r ON l.${threshold.matchOn} = r.match WHERE l.query IS NOT NULL`)
  return { ...log, table: tagged, has: { ...log.has, raw: false, tag: true } }
}

/** Withholds host, rank and further columns wherever too few persons share the pair of text and host. */
async function hideRarePairs(
  log: Log,
  kept: string,
  extras: readonly string[],
  threshold: Threshold,
  on: Context,
): Promise<string> {
  const { engine } = on
  if (!log.has.url && extras.length === 0) return kept
  const cell = ['query', 'url', ...threshold.within.map((extra) => name(`x_${extra}`))]
  const common = fresh('pairs')
  const shown = fresh('shown')
  await engine.run(`
    CREATE TABLE ${common} AS SELECT ${cell.join(', ')} FROM (SELECT DISTINCT ${cell.join(', ')}, person FROM ${kept}
      ${threshold.within.length === 0 ? 'WHERE url IS NOT NULL' : ''})
    GROUP BY ALL HAVING count(*) >= ${threshold.hostK}`)
  const on_ = cell.map((column) => `k.${column} IS NOT DISTINCT FROM c.${column}`).join(' AND ')
  const within = new Set(threshold.within.map((extra) => name(`x_${extra}`)))
  const side = extras.map(
    (extra) =>
      `, ${within.has(extra) ? `CASE WHEN c.query IS NOT NULL THEN k.${extra} END AS ${extra}` : `k.${extra}`}`,
  )
  await engine.run(`
    CREATE VIEW ${shown} AS SELECT k.person, k.query, k.time, c.url, CASE WHEN c.url IS NOT NULL THEN k.rank END AS rank ${side.join('')}
    FROM ${kept} k LEFT JOIN ${common} c ON ${on_}`)
  return shown
}
