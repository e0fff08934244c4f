import { cast, tryCast } from '../../engines/dialect/index.js'
import type { Sql } from '../../engines/engine.js'
import { countOf, fresh, name, names } from '../../engines/sql.js'
import type { Rows } from '../../release/data.js'
import type { Largest, TextChanges } from '../../report/diff.js'

/** How the texts of two releases are told apart and counted. */
export interface Counting {
  /** The columns that make a text. */
  readonly key: readonly string[]
  /** By a column of counts, by rows, or not at all, where one of the two shows no counts. */
  readonly by: 'count' | 'rows' | 'nothing'
}

/** A table (key columns, before, after) of all texts of both: how much each has, null where it is not shown. */
export async function matchTexts(engine: Sql, earlier: Rows, later: Rows, { key, by }: Counting): Promise<string> {
  const columns = key.map(name)
  const amount = by === 'count' ? `coalesce(sum(${tryCast('count', 'long')}), 0)` : 'count(*)'
  const counted = (rows: Rows) =>
    `(SELECT ${columns.join(', ')}, ${cast(amount, 'double')} AS n FROM ${rows.table} WHERE ${columns.map((c) => `${c} IS NOT NULL`).join(' AND ')} GROUP BY ${columns.join(', ')})`
  const matched = fresh('matched')
  await engine.materialise(
    matched,
    `SELECT ${columns.map((c) => `coalesce(e.${c}, l.${c}) AS ${c}`).join(', ')}, e.n AS n_before, l.n AS n_after
    FROM ${counted(earlier)} e FULL JOIN ${counted(later)} l ON ${columns.map((c) => `e.${c} = l.${c}`).join(' AND ')}`,
  )
  return matched
}

/** How many came, went and changed, and how much they amount to. */
export async function countChanges(engine: Sql, matched: string, { by }: Counting): Promise<TextChanges> {
  const changed = by === 'nothing' ? 'false' : 'true'
  const where = {
    before: 'n_before IS NOT NULL',
    after: 'n_after IS NOT NULL',
    came: 'n_before IS NULL',
    went: 'n_after IS NULL',
    more: `${changed} AND n_after > n_before`,
    fewer: `${changed} AND n_after < n_before`,
  }
  const counts = Object.entries(where).map(([key, test]) => `count(*) FILTER (WHERE ${test}) AS ${key}`)
  const sum = (column: string, test: string) => `coalesce(sum(${column}) FILTER (WHERE ${test}), 0)`
  const [found] = await engine.all<Record<keyof typeof where | 'amount_came' | 'amount_went', number>>(
    `SELECT ${counts.join(', ')}, ${sum('n_after', where.came)} AS amount_came, ${sum('n_before', where.went)} AS amount_went FROM ${matched}`,
  )
  if (found === undefined) throw new TypeError('a count gave no row')
  const { before, after, came, went, more, fewer } = found
  const stayed = before - went
  const amount = (of: number) => (by === 'nothing' ? {} : { amount: of })
  return {
    earlier: before,
    later: after,
    came: { texts: came, share: shareOf(came, after), ...amount(found.amount_came) },
    went: { texts: went, share: shareOf(went, before), ...amount(found.amount_went) },
    stayed,
    ...(by === 'nothing'
      ? {}
      : {
          more: { texts: more, share: shareOf(more, stayed) },
          fewer: { texts: fewer, share: shareOf(fewer, stayed) },
        }),
  }
}

/** The texts with most to them among those that came, went and changed. What is shown here, both releases show anyone. */
export async function largest(engine: Sql, matched: string, { key, by }: Counting, top: number): Promise<Largest> {
  const columns = key.map(name).join(', ')
  const list = async (test: string, order: string) => {
    const rows = await engine.all<Record<string, string | number | null>>(
      `SELECT ${columns}, n_before, n_after FROM ${matched} WHERE ${test} ORDER BY ${order} DESC, ${columns} LIMIT ${top}`,
    )
    return rows.map((row) => ({
      text: key.map((column) => String(row[column])).join(' | '),
      ...(by === 'nothing' ? {} : { earlier: row.n_before as number | null, later: row.n_after as number | null }),
    }))
  }
  return {
    came: await list('n_before IS NULL', 'n_after'),
    went: await list('n_after IS NULL', 'n_before'),
    changed: by === 'nothing' ? [] : await list('n_before <> n_after', 'abs(n_after - n_before)'),
  }
}

/** Rows of either, and how many have no like in the other: by the columns that both have, but for pseudonyms and tags, which change with the key. */
export async function matchRows(engine: Sql, earlier: Rows, later: Rows) {
  const common = earlier.columns.filter((c) => later.columns.includes(c) && !['pseudonym', 'tag'].includes(c))
  const said = ({ table }: Rows) => `SELECT ${names(common)} FROM ${table}`
  const beyond = (one: Rows, other: Rows) => countOf(engine, `(${said(one)} EXCEPT ALL ${said(other)})`)
  return {
    earlier: await countOf(engine, earlier.table),
    later: await countOf(engine, later.table),
    came: await beyond(later, earlier),
    went: await beyond(earlier, later),
  }
}

/** How many values of a column either has, and how many stand in both: what stays the same joins two releases. */
export async function inBoth(engine: Sql, earlier: Rows, later: Rows, column: string) {
  const values = ({ table }: Rows) => `SELECT ${name(column)} FROM ${table} WHERE ${name(column)} IS NOT NULL`
  return {
    earlier: await countOf(engine, `(SELECT DISTINCT * FROM (${values(earlier)}) v)`),
    later: await countOf(engine, `(SELECT DISTINCT * FROM (${values(later)}) v)`),
    both: await countOf(engine, `(${values(earlier)} INTERSECT ${values(later)})`),
  }
}

function shareOf(part: number, of: number): number | null {
  return of === 0 ? null : part / of
}
