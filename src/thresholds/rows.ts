import { fail } from '../base/errors.js'
import { antiJoin, cast, hmacSql, none, semiJoin } from '../engines/dialect/index.js'
import { fresh, name } from '../engines/sql.js'
import { hostSql } from '../log/host-sql.js'
import type { Log } from '../log/log.js'
import type { Context, Earlier } from '../release/context.js'
import type { Made } from '../release/made.js'

/** Which texts may be shown, and the rule for what stands beside them. */
export interface Threshold {
  /** A table (match, text): rows whose `matchOn` column equals `match` may show `text`; all others are withheld. */
  readonly texts: string
  readonly matchOn: 'query' | 'raw'
  /** Persons that a text needs, where the table has not settled that. */
  readonly k?: number
  /** Persons that a (text, host) pair needs, taken together with the further columns in `within`. */
  readonly hostK: number
  readonly within: readonly string[]
  /** Withheld rows stay, with a keyed tag in place of their text. */
  readonly tags: boolean
}

/**
 * Applies a threshold to the rows of a log: text, host, rank and further columns stay only where their rule holds.
 * Texts become numbers first: what is counted and joined after that are integers.
 */
export async function thresholdRows(log: Log, threshold: Threshold, on: Context): Promise<Made> {
  const { engine } = on
  const unknown = threshold.within.find((column) => !log.extras.includes(column))
  if (unknown !== undefined)
    fail(
      'usage',
      `--within names '${unknown}', which is not among the columns of the log`,
      `Keep it with --columns ${unknown}=NAME.`,
    )
  const session = log.has.session ? ['session'] : []
  const extras = log.extras.map((extra) => name(`x_${extra}`))
  const numbered = await number(threshold, on)
  const kept = fresh('kept')
  await engine.materialise(
    kept,
    `SELECT t.id, l.person, l.time, ${log.has.url ? hostSql('l.url') : none('text')} AS host, l.rank ${list('l.', [...session, ...extras])}
    FROM ${log.table} l JOIN ${numbered} t ON l.${threshold.matchOn} = t.match`,
  )
  // kept: (id, person, time, host, rank, session, extras)
  const texts = threshold.k === undefined ? numbered : await commonTexts(kept, numbered, threshold.k, on)
  // texts: (match, text, id), every text with k persons or more
  const shown = await hideRarePairs(kept, texts, session, extras, threshold, on)
  if (!threshold.tags)
    return {
      log: { ...log, table: shown, has: { ...log.has, raw: false, tag: false } },
      shown: await countShown(kept, texts, on),
    }

  if (on.key === undefined) fail('usage', 'tags need a key', 'Give --key FILE (see lethe keygen) or --ephemeral-key.')
  const tagged = fresh('tagged')
  await engine.materialise(
    tagged,
    `SELECT person, query, ${none('text')} AS tag, time, url, rank ${list('', [...session, ...extras])} FROM ${shown}
    UNION ALL
    SELECT l.person, NULL, ${hmacSql(on.key, 'l.query')}, l.time, NULL, NULL ${list('l.', session)} ${extras.map(() => ', NULL').join('')}
    FROM ${log.table} l ${antiJoin(`${texts} t`, `ON l.${threshold.matchOn} = t.match`)} WHERE l.query IS NOT NULL`,
  )
  const opened = fresh('opened')
  await engine.view(
    opened,
    `SELECT ${hmacSql(on.key, 'query')} AS tag, query FROM (
      SELECT DISTINCT l.query FROM ${log.table} l ${antiJoin(`${texts} t`, `ON l.${threshold.matchOn} = t.match`)} WHERE l.query IS NOT NULL)`,
  )
  // opened: (tag, query)
  return { log: { ...log, table: tagged, has: { ...log.has, raw: false, tag: true } }, truth: { tags: opened } }
}

/** Gives every text a number; on a cluster, where numbers in a row are the work of one machine, it stands for itself. */
async function number({ texts }: Threshold, { engine }: Context): Promise<string> {
  const numbered = fresh('texts')
  if (engine.cluster) {
    await engine.view(numbered, `SELECT match, text, text AS id FROM ${texts}`)
    return numbered
  }
  const id = cast('dense_rank() OVER (ORDER BY text)', 'integer')
  await engine.materialise(numbered, `SELECT match, text, ${id} AS id FROM ${texts}`)
  await engine.drop(texts)
  return numbered // (match, text, id)
}

/** What is left, before anything is joined to the rows. Texts are of the log, so that each stands in a row. */
async function countShown(kept: string, texts: string, { engine }: Context): Promise<NonNullable<Made['shown']>> {
  const [shown] = await engine.all<{ rows: number; persons: number; texts: number }>(
    `SELECT count(*) AS "rows", count(DISTINCT person) AS persons, (SELECT count(DISTINCT text) FROM ${texts}) AS texts
    FROM ${kept} ${semiJoin(texts, 'USING (id)')}`,
  )
  return shown ?? { rows: 0, persons: 0, texts: 0 }
}

/** The texts that k persons asked; and of those that were not shown before only such that k persons asked who had not asked them before. */
async function commonTexts(kept: string, numbered: string, k: number, on: Context): Promise<string> {
  const asked = `(SELECT DISTINCT id, person FROM ${kept})`
  const texts = fresh('common_texts')
  const news = on.since ? `AND ${newTexts(asked, numbered, k, on.since)}` : ''
  await on.engine.materialise(
    texts,
    `SELECT * FROM ${numbered} WHERE id IN (SELECT id FROM ${asked} GROUP BY id HAVING count(*) >= ${k}) ${news}`,
  )
  await on.engine.drop(numbered)
  return texts
}

/** A condition on `id` and `text`. */
function newTexts(asked: string, numbered: string, k: number, since: Earlier): string {
  const before = `(SELECT t.id, a.person FROM ${since.asked} a JOIN ${numbered} t ON a.query = t.text)`
  return `(text IN (SELECT query FROM ${since.shown} WHERE query IS NOT NULL) OR id IN (
    SELECT id FROM ${asked} ${antiJoin(before, 'USING (id, person)')} GROUP BY id HAVING count(*) >= ${k}))`
}

/** The same for pairs of text and host: a condition on `id` and `host`. */
function newPairs(kept: string, texts: string, hostK: number, since: Earlier): string {
  const before = `(SELECT t.id, ${hostSql('a.url')} AS host, a.person FROM ${since.asked} a JOIN ${texts} t ON a.query = t.text WHERE a.url IS NOT NULL)`
  return `((id, host) IN (SELECT t.id, s.host FROM ${since.shown} s JOIN ${texts} t ON s.query = t.text WHERE s.host IS NOT NULL)
    OR (id, host) IN (
      SELECT id, host FROM (SELECT DISTINCT id, host, person FROM ${kept} WHERE host IS NOT NULL) ${antiJoin(before, 'USING (id, host, person)')}
      GROUP BY id, host HAVING count(*) >= ${hostK}))`
}

/** Withholds host, rank and further columns wherever too few persons share the pair of text and host. */
async function hideRarePairs(
  kept: string,
  texts: string,
  session: readonly string[],
  extras: readonly string[],
  threshold: Threshold,
  on: Context,
): Promise<string> {
  const within = threshold.within.map((extra) => name(`x_${extra}`))
  const cell = ['id', 'host', ...within]
  const common = fresh('pairs')
  const shown = fresh('shown')
  await on.engine.materialise(
    common,
    `SELECT ${cell.join(', ')} FROM (SELECT DISTINCT ${cell.join(', ')}, person FROM ${kept} ${semiJoin(texts, 'USING (id)')}
      ${within.length === 0 ? 'WHERE host IS NOT NULL' : ''})
    ${on.since ? `WHERE ${newPairs(kept, texts, threshold.hostK, on.since)}` : ''}
    GROUP BY ALL HAVING count(*) >= ${threshold.hostK}`,
  )
  const same = cell.map((column) => `k.${column} IS NOT DISTINCT FROM c.${column}`).join(' AND ')
  const side = extras.map((extra) =>
    within.includes(extra) ? `CASE WHEN c.id IS NOT NULL THEN k.${extra} END AS ${extra}` : `k.${extra}`,
  )
  await on.engine.view(
    shown,
    `SELECT k.person, t.text AS query, k.time, c.host AS url, CASE WHEN c.host IS NOT NULL THEN k.rank END AS rank ${list('k.', session)} ${list('', side)}
    FROM ${kept} k JOIN (SELECT DISTINCT id, text FROM ${texts}) t USING (id) LEFT JOIN ${common} c ON ${same}`,
  )
  return shown
}

function list(prefix: string, columns: readonly string[]): string {
  return columns.map((column) => `, ${prefix}${column}`).join('')
}
