import { counted } from '../../base/counted.js'
import { fail } from '../../base/errors.js'
import type { ClusterReading, Engine } from '../engine.js'
import { fresh, name, text } from '../sql.js'
import { failedStatement } from './errors.js'
import type { Runner } from './runner.js'

const UNSPLIT = '__unsplit'

const NOT_FOUND = 'the cluster does not find the log, or cannot read it'
const CHECK = 'Check its name, the names of its columns, and the rights of the cluster there.'

/** What the readers of a cluster make of files, or a table of its catalog, as a subquery with `__file` and `__row`. */
export async function relationOf(engine: Engine, runner: Runner, paths: readonly string[], reading: ClusterReading) {
  const parts: Part[] = []
  let unsplit = 0
  for (const path of paths) {
    if (reading.format === 'table') parts.push({ from: tableName(path), shown: '*', row: '0' })
    else if (reading.format === 'parquet')
      parts.push({ from: `parquet.${name(path)}`, shown: '*', row: '_metadata.row_index + 1' })
    else if (reading.format === 'ndjson') parts.push({ from: `text.${name(path)}`, shown: 'value AS line', row: '0' })
    else {
      await lookAtLines(engine, path, reading)
      const view = await textView(engine, runner, path, reading)
      if (view.marked) unsplit += await unsplitIn(engine, view)
      const from = `${view.name}${view.marked ? ` WHERE ${UNSPLIT} IS NULL` : ''}`
      parts.push({ from, shown: view.columns.map(name).join(', '), row: '0' })
    }
  }
  if (parts.length > 1 && reading.format !== 'ndjson') await sameColumns(engine, parts, paths)
  const selects = parts.map(
    ({ from, shown, row }, file) => `SELECT ${shown}, CAST(${file} AS INT) AS __file, ${row} AS __row FROM ${from}`,
  )
  const from = `(${selects.join(' UNION ALL ')})`
  return { from, columns: await columnsOf(engine, from, '*'), unsplit }
}

/** One of the inputs: what stands after FROM, and what is read of it. */
interface Part {
  readonly from: string
  shown: string
  readonly row: string
}

/** Inputs are put together by the places of columns, so all get the order of the first; those that have others are refused. */
async function sameColumns(engine: Engine, parts: readonly Part[], paths: readonly string[]): Promise<void> {
  const said = async ({ from, shown }: Part) => columnsOf(engine, from, shown)
  const first = await said(parts[0]!)
  const asOne = (columns: typeof first) => JSON.stringify(columns.map((one) => [one.name, one.type]).sort())
  for (const [i, part] of parts.entries()) {
    if (i > 0 && asOne(await said(part)) !== asOne(first))
      fail('input', `${paths[i]} has other columns than ${paths[0]}`, 'Read what has the same columns at a time.')
    part.shown = first.map((column) => name(column.name)).join(', ')
  }
}

async function columnsOf(engine: Engine, from: string, shown: string): ReturnType<Engine['schema']> {
  return engine.schema(`SELECT ${shown} FROM ${from}`).catch(notFound)
}

/** What the cluster says of a log that it cannot read, by the class of the error alone. */
function notFound(cause: unknown): never {
  const failed = failedStatement(cause)
  if (failed === undefined) throw cause
  fail('input', `${NOT_FOUND}${failed.said}`, CHECK)
}

/**
 * What the readers do not look at: whether all files begin with the same header, since they take columns by their places, and whether each quote closes on its line,
 * since they take the first line of a text for all of it.
 */
async function lookAtLines(engine: Engine, path: string, { format, header }: ClusterReading): Promise<void> {
  const quoted = format === 'csv'
  if (!quoted && !(format === 'tsv' && header)) return
  const isOpen = quoted ? `(length(value) - length(replace(value, '"', ''))) % 2` : '0'
  const [seen] = await engine
    .all<{ heads: number; open: number }>(
      `SELECT count(DISTINCT head) AS heads, coalesce(sum(open), 0) AS open FROM (
        SELECT min_by(value, nth) FILTER (WHERE start = 0 AND trim(value) <> '') AS head, sum(${isOpen}) AS open FROM (
          SELECT value, _metadata.file_path AS file, _metadata.file_block_start AS start, monotonically_increasing_id() AS nth FROM text.${name(path)})
        GROUP BY file)`,
    )
    .catch(notFound)
  if (header && (seen?.heads ?? 0) > 1)
    fail(
      'input',
      `files of ${path} have other header lines than those beside them`,
      'Read files of one shape at a time.',
    )
  if ((seen?.open ?? 0) > 0)
    fail(
      'input',
      `${counted(seen!.open, 'line')} of ${path} ${seen!.open === 1 ? 'has' : 'have'} a quote that does not close there: a cluster reads a row from each line`,
      'Write the log as Parquet, or as JSON with a document a line; or read it here, without --engine.',
    )
}

/** Records that did not split. Spark refuses to look at nothing but these, so another column is counted beside them. */
async function unsplitIn(engine: Engine, view: { readonly name: string; readonly columns: readonly string[] }) {
  const [first] = view.columns
  if (first === undefined) return fail('input', 'no record of the log can be read', 'Name its format with --format.')
  const [found] = await engine.all<{ n: number }>(
    `SELECT count(${UNSPLIT}) AS n, count(${name(first)}) AS others FROM ${view.name}`,
  )
  return found?.n ?? fail('internal', 'a count gave no row')
}

/** table:db.name as a name; each of its parts is quoted. */
function tableName(path: string): string {
  const parts = path.slice('table:'.length).split('.')
  if (parts.some((part) => part === '')) fail('usage', 'that is no name of a table', 'Write it as in table:db.name.')
  return parts.map(name).join('.')
}

/** A view of files of lines, all columns as text; `marked`: what did not split stands in a column of its own. */
async function textView(engine: Engine, { run }: Runner, path: string, reading: ClusterReading) {
  const first = fresh('lethe_lines')
  const options = optionsOf(path, reading)
  const make = async (view: string, columns: string, more: string) =>
    run(`CREATE TEMPORARY VIEW ${view} ${columns} USING csv OPTIONS (${options}${more})`)
  await make(first, '', '').catch(notFound)
  const columns = (await engine.schema(`SELECT * FROM ${first}`)).map((column) => column.name)
  const view = fresh('lethe_lines')
  const typed = [...columns.map((column) => `${name(column)} STRING`), `${UNSPLIT} STRING`].join(', ')
  await make(
    view,
    `(${typed})`,
    `, columnNameOfCorruptRecord ${text(UNSPLIT)}, mode 'PERMISSIVE', enforceSchema 'true'`,
  )
  return { name: view, columns, marked: true }
}

function optionsOf(path: string, { format, header, delimiter }: ClusterReading): string {
  const separator = delimiter ?? (format === 'tsv' ? '\t' : ',')
  const quote = format === 'tsv' ? '' : '"'
  return `path ${text(path)}, header '${header}', sep ${text(separator)}, quote ${text(quote)}, escape ${text(quote)}, encoding 'UTF-8', maxCharsPerColumn '-1'`
}
