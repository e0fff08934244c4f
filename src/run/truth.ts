import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fail } from '../base/errors.js'
import type { Sql } from '../engines/engine.js'
import { fresh, name } from '../engines/sql.js'
import { personSql } from '../ingest/person-sql.js'
import type { Rows } from '../release/data.js'
import { privateDirOf } from '../release/private-folder.js'
import type { Truth } from '../release/seen.js'

/** Reads who became whom: a private folder with truth.tsv and truth-NAME.tsv, or one such file. */
export async function readTruth(engine: Sql, path: string): Promise<Truth> {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined)
    fail('input', `there is no ${path}`, 'Name the private folder of a release made with --truth.')
  const files = stat.isDirectory()
    ? readdirSync(path)
        .filter((file) => /^truth(-.+)?\.tsv$/.test(file))
        .map((file) => join(path, file))
    : [path]
  if (files.length === 0) fail('input', `${path} holds no truth`, 'Make the release again with --truth.')
  const tables: Record<string, Rows> = {}
  for (const file of files) {
    const as = /^truth-(.+)\.tsv$/.exec(basename(file))?.[1] ?? 'truth'
    tables[as] = await readTsv(engine, file)
  }
  return { tables }
}

/** The truth of a release, where its private folder stands at the usual place and has one. */
export async function truthBeside(engine: Sql, dir: string): Promise<Truth | undefined> {
  const beside = privateDirOf(dir)
  const has = existsSync(beside) && readdirSync(beside).some((file) => /^truth(-.+)?\.tsv$/.test(file))
  return has ? readTruth(engine, beside) : undefined
}

async function readTsv(engine: Sql, path: string): Promise<Rows> {
  const [header = ''] = readFileSync(path, 'utf8').split('\n', 1)
  const columns = header.replace(/\r$/, '').split('\t')
  const table = fresh('truth')
  // Somebody else may have written the ids of persons: they are told apart as those of a log are.
  const value = (column: string) => (column === 'person' ? personSql(name(column)) : name(column))
  const select = columns.map((column) => `nullif(${value(column)}, '') AS ${name(column)}`).join(', ')
  await engine.readDelimited(table, { paths: [path], delimiter: '\t', quote: undefined, header: true, columns }, select)
  return { table, columns }
}
