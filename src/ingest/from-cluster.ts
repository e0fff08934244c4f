import { fail } from '../base/errors.js'
import { fullMatch, replaceAll } from '../engines/dialect/index.js'
import type { Cluster, ClusterFormat, TextForm } from '../engines/engine.js'
import { text } from '../engines/sql.js'
import type { Role } from './columns.js'
import type { InputFile } from './input-file.js'
import type { InputOptions } from './options.js'
import { type Fields, rankSql } from './row-sql.js'

/** What a cluster reads: its own readers and catalog, by name alone. */
const FORMATS: Readonly<Record<string, ClusterFormat>> = {
  parquet: 'parquet',
  csv: 'csv',
  tsv: 'tsv',
  ndjson: 'ndjson',
}
const ENDINGS: readonly (readonly [RegExp, ClusterFormat])[] = [
  [/\.csv(\.(gz|zst|bz2))?$/i, 'csv'],
  [/\.(tsv|tab)(\.(gz|zst|bz2))?$/i, 'tsv'],
  [/\.(ndjson|jsonl|json)(\.(gz|zst|bz2))?$/i, 'ndjson'],
]

/** Is what was named for the cluster to read? Anything is, where one is given, but what goes through this machine. */
function placeOf(input: string): string {
  if (input === '-' || /^(https?|postgres(ql)?|sqlite|duckdb|s3):/.test(input))
    fail(
      'usage',
      'a cluster reads what it can reach itself: a folder, a bucket, a table',
      'Name it as the cluster does: s3a://bucket/2026/*.parquet, file:///shared/log.parquet, table:db.name.',
    )
  if (/^table:/.test(input)) return input
  if (/^[a-z][a-z0-9+.-]*:\/\//.test(input)) return input
  if (!input.startsWith('/'))
    fail(
      'usage',
      `${input} is a place on this machine`,
      'Name it as the cluster sees it, from the root: file:///shared/log.parquet.',
    )
  return `file://${input}`
}

/** Inputs of a cluster as files without bytes, and their one format. */
export function clusterFiles(inputs: readonly string[], options: InputOptions): readonly InputFile[] {
  if (inputs.length === 0) fail('usage', 'no log is named', 'Name what the cluster is to read, such as table:db.name.')
  if (options.encoding !== undefined && !/^utf-?8$/i.test(options.encoding))
    fail('refused', 'a cluster reads UTF-8 alone', 'Leave out --engine, or write the log anew.')
  return inputs.map((input) => {
    const path = placeOf(input)
    const format = formatOf(path, options)
    return {
      path,
      label: input,
      compression: 'none' as const,
      written: { format: format === 'table' ? 'parquet' : format },
    }
  })
}

function formatOf(path: string, { format }: InputOptions): ClusterFormat {
  if (path.startsWith('table:')) return 'table'
  const named = format === undefined ? undefined : FORMATS[format]
  if (format !== undefined && named === undefined)
    fail(
      'refused',
      `a cluster does not read the format ${format}`,
      `It reads tables, ${Object.keys(FORMATS).join(', ')}.`,
    )
  return named ?? ENDINGS.find(([ending]) => ending.test(path))?.[1] ?? 'parquet'
}

/** The rows of all inputs as one subquery for FROM, with `__file` and `__row`, and how many records did not split. */
export async function relationOf(cluster: Cluster, files: readonly InputFile[], options: InputOptions) {
  const format = formatOf(files[0]!.path, options)
  if (files.some(({ path }) => formatOf(path, options) !== format))
    fail('input', 'the log is of several formats', 'Name inputs of one.')
  return cluster.relation(
    files.map(({ path }) => path),
    { format, header: options.header ?? true, delimiter: options.delimiter },
  )
}

const PLAIN = '[ -~]*'

/** Names that columns have while a log is read there, whatever the case. */
const OURS = /^__(user|query|time|rank|url|text|person|moment|place)$/i

/** Refuses a log with a column of a name that ours have meanwhile. */
export function refuseOurNames(columns: Iterable<string>): void {
  for (const column of columns)
    if (OURS.test(column))
      fail(
        'input',
        `a column of the log is called ${column}, as one is that Lethe makes there while it reads`,
        'Give it another name, by a view of the cluster for instance.',
      )
}

/** The columns of a log as texts, each under a name of its own, so that what is asked of one again is not made again. */
export function asTexts(from: string, roles: Readonly<Partial<Record<Role, string>>>) {
  const named = Object.entries(roles).map(([role, sql]) => [role, `__${role}`, sql] as const)
  return {
    from: `(SELECT *, ${named.map(([, called, sql]) => `${sql} AS ${called}`).join(', ')} FROM ${from})`,
    roles: Object.fromEntries(named.map(([role, called]) => [role, called])),
  }
}

/** The forms that columns are brought into; those that need none by their type have none here. */
export type Forms = Readonly<Record<'query' | 'user', TextForm | undefined>>

/**
 * A cluster has no normal form of texts. Those that are not plain ASCII, each once, go through the same code as on this machine, on the workers; what comes back is
 * joined to the rows. A subquery for FROM that has all that rows are made of, each made once, and how it is told there.
 */
export async function normalised(
  cluster: Cluster,
  from: string,
  fields: Fields,
  forms: Forms,
): Promise<{ readonly from: string; readonly fields: Fields; readonly tables: readonly string[] }> {
  const { query, user, rank } = fields.roles
  const wanted = [[query!, forms.query] as const, [user, forms.user] as const].flatMap(([column, form]) =>
    column === undefined || form === undefined ? [] : [{ column, form }],
  )
  // One look at the log for all of them.
  const odd = wanted.map(
    ({ column, form }) =>
      `SELECT ${text(form)} AS form, ${column} AS value FROM ${from} WHERE NOT ${fullMatch(column, PLAIN)}`,
  )
  const table = odd.length === 0 ? undefined : await cluster.mapTexts(odd.join(' UNION ALL '))
  const at = (column: string) => wanted.findIndex((one) => table !== undefined && one.column === column)
  const form = (value: string, own: string) =>
    at(value) < 0 ? own : `CASE WHEN ${fullMatch(value, PLAIN)} THEN ${own} ELSE m${at(value)}.mapped END`
  const made = [
    `${form(query!, tidied(`lower(${query})`))} AS __text`,
    ...(user === undefined ? [] : [`${forms.user === undefined ? user : form(user, tidied(user))} AS __person`]),
    ...(fields.parsedTime === undefined ? [] : [`${fields.parsedTime} AS __moment`]),
    ...(rank === undefined ? [] : [`${fields.parsedRank ?? rankSql(rank)} AS __place`]),
  ]
  const joined = wanted.map(
    ({ column, form: of }, i) =>
      `LEFT JOIN (SELECT value, mapped FROM ${table} WHERE form = ${text(of)}) m${i} ON f.${column} = m${i}.value`,
  )
  return {
    from: `(SELECT f.*, ${made.join(', ')} FROM ${from} f ${table === undefined ? '' : joined.join(' ')})`,
    tables: table === undefined ? [] : [table],
    fields: {
      ...fields,
      ...(fields.parsedTime === undefined ? {} : { parsedTime: '__moment' }),
      ...(rank === undefined ? {} : { parsedRank: '__place' }),
      forms: { query: () => '__text', person: () => '__person' },
    },
  }
}

/** Without blanks around it, and one where there were several; few texts need a look. */
function tidied(value: string): string {
  return `trim(CASE WHEN contains(${value}, '  ') THEN ${replaceAll(value, ' +', ' ')} ELSE ${value} END)`
}
