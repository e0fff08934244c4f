import { fail } from '../base/errors.js'
import { fullMatch, replaceAll } from '../engines/dialect/index.js'
import type { Cluster, ClusterFormat, Sql, TextForm } from '../engines/engine.js'
import { mapText } from '../engines/map-text.js'
import { lowerCase, normalise } from '../text/normalise.js'
import { normalisePerson } from '../text/person.js'
import type { InputFile } from './input-file.js'
import type { InputOptions } from './options.js'
import type { TextForms } from './row-sql.js'

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

const FORMS: Readonly<Record<TextForm, (text: string) => string>> = {
  query: normalise,
  person: normalisePerson,
  'folded-person': (id) => lowerCase(normalisePerson(id)),
}

/**
 * A cluster has no normal form of texts. Those that are not plain ASCII, each once, go through the same code as on this machine; what comes back is
 * joined to the rows. A subquery for FROM, and how texts and persons are told in it.
 */
export async function normalised(
  engine: Sql,
  from: string,
  query: string,
  user: string | undefined,
  foldUsers: boolean,
): Promise<{ readonly from: string; readonly forms: TextForms; readonly tables: readonly string[] }> {
  const odd = (value: string) => `NOT ${fullMatch(value, PLAIN)}`
  // On the workers where they can, else here: the same code, and the same texts.
  const mapped = async (value: string, form: TextForm) => {
    const values = `SELECT value FROM (SELECT ${value} AS value FROM ${from}) WHERE ${odd('value')}`
    return (await engine.cluster?.mapTexts(values, form)) ?? mapText(engine, `(${values})`, 'value', FORMS[form])
  }
  const texts = await mapped(query, 'query')
  const persons = user === undefined ? undefined : await mapped(user, foldUsers ? 'folded-person' : 'person')
  const joined = `(SELECT f.*, q.mapped AS __text${persons === undefined ? '' : ', p.mapped AS __person'}
    FROM (SELECT *, ${query} AS __query${user === undefined ? '' : `, ${user} AS __user`} FROM ${from}) f
    LEFT JOIN ${texts} q ON f.__query = q.value${persons === undefined ? '' : ` LEFT JOIN ${persons} p ON f.__user = p.value`})`
  return {
    from: joined,
    tables: [texts, ...(persons === undefined ? [] : [persons])],
    forms: {
      query: (value) =>
        `CASE WHEN ${fullMatch(value, PLAIN)} THEN trim(${blanksFolded(`lower(${value})`)}) ELSE __text END`,
      person: (value) => `CASE WHEN ${fullMatch(value, PLAIN)} THEN trim(${blanksFolded(value)}) ELSE __person END`,
    },
  }
}

function blanksFolded(value: string): string {
  return replaceAll(value, ' +', ' ')
}
