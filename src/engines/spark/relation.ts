import { fail } from '../../base/errors.js'
import type { ClusterReading, Engine } from '../engine.js'
import { fresh, name, text } from '../sql.js'
import type { Runner } from './runner.js'

const UNSPLIT = '__unsplit'

/** What the readers of a cluster make of files, or a table of its catalog, as a subquery with `__file` and `__row`. */
export async function relationOf(engine: Engine, runner: Runner, paths: readonly string[], reading: ClusterReading) {
  const parts: string[] = []
  let unsplit = 0
  for (const [file, path] of paths.entries()) {
    const at = `CAST(${file} AS INT) AS __file`
    if (reading.format === 'table') parts.push(`SELECT *, ${at}, 0 AS __row FROM ${tableName(path)}`)
    else if (reading.format === 'parquet')
      parts.push(`SELECT *, ${at}, _metadata.row_index + 1 AS __row FROM parquet.${name(path)}`)
    else {
      const view = await textView(engine, runner, path, reading)
      if (view.marked) unsplit += await unsplitIn(engine, view)
      const columns = view.columns.map(name).join(', ')
      const where = view.marked ? ` WHERE ${UNSPLIT} IS NULL` : ''
      parts.push(`SELECT ${columns}, ${at}, 0 AS __row FROM ${view.name}${where}`)
    }
  }
  const from = `(${parts.join(' UNION ALL ')})`
  const columns = await engine.schema(`SELECT * FROM ${from}`).catch((cause: unknown) => {
    if ((cause as { readonly code?: unknown }).code !== 'internal') throw cause
    return fail(
      'input',
      'the cluster does not find the log, or cannot read it',
      'Check its name, and the rights of the cluster there.',
    )
  })
  return { from, columns, unsplit }
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
    run(
      `CREATE TEMPORARY VIEW ${view} ${columns} USING ${reading.format === 'ndjson' ? 'json' : 'csv'} OPTIONS (${options}${more})`,
    )
  await make(first, '', '').catch(() =>
    fail(
      'input',
      'the cluster does not find the log, or cannot read it',
      'Check its name, and the rights of the cluster there.',
    ),
  )
  const columns = (await engine.schema(`SELECT * FROM ${first}`)).map((column) => column.name)
  if (reading.format === 'ndjson') {
    const known = columns.filter((column) => column !== '_corrupt_record')
    if (known.length === columns.length) return { name: first, columns: known, marked: false }
    const again = fresh('lethe_lines')
    await run(
      `CREATE TEMPORARY VIEW ${again} AS SELECT ${known.map(name).join(', ')}, _corrupt_record AS ${UNSPLIT} FROM ${first}`,
    )
    return { name: again, columns: known, marked: true }
  }
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
  if (format === 'ndjson') return `path ${text(path)}, primitivesAsString 'true'`
  const separator = delimiter ?? (format === 'tsv' ? '\t' : ',')
  const quote = format === 'tsv' ? '' : '"'
  return `path ${text(path)}, header '${header}', sep ${text(separator)}, quote ${text(quote)}, escape ${text(quote)}, encoding 'UTF-8', maxCharsPerColumn '-1'`
}
