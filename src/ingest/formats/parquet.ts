import { name } from '../../engines/sql.js'
import { fail, type LetheError } from '../../errors.js'
import { layout, ROLES, unreadOf } from '../columns.js'
import { firstBytes } from '../input.js'
import { rowSelect } from '../row-sql.js'
import { timeExpression } from '../times.js'
import { described } from './delimited.js'
import type { Reader } from './format.js'

/** Parquet: columns by name; whatever their type, they are read as text and parsed like all others. */
export const parquet: Reader = async (reading, options) => {
  const { engine, files } = reading
  const foreign = files.find((file) => firstBytes(file.path, 4).toString('latin1') !== 'PAR1')
  if (foreign) fail('input', `${foreign.label} is no Parquet file`, 'Name its format with --format.')
  const source = await engine.parquet(files.map((file) => file.path)).catch(damaged)
  const found = layout(source.columns, source.columns.length, options.columns, options.unit)
  const at = (index: number) => `coalesce(${name(source.columns[index] as string)}::VARCHAR, '')`
  const { roles, extras } = found
  const sample =
    roles.time === undefined
      ? []
      : await engine
          .all<{ value: string }>(`SELECT ${at(roles.time)} AS value FROM ${source.from} LIMIT 1000`)
          .catch(damaged)
  const time =
    roles.time === undefined
      ? { sql: undefined, notes: [] }
      : timeExpression(
          at(roles.time),
          sample.map((row) => row.value),
          options.zone,
          options.timeFormat,
        )
  const select = rowSelect(
    {
      roles: Object.fromEntries(ROLES.flatMap((role) => (roles[role] === undefined ? [] : [[role, at(roles[role])]]))),
      extras: extras.map((extra) => ({
        name: extra.name,
        sql: `${name(source.columns[extra.at] as string)}::VARCHAR`,
      })),
      parsedTime: time.sql,
    },
    options.keepRaw,
  )
  await engine.run(`CREATE TABLE staged AS SELECT ${select} FROM ${source.from}`).catch(damaged)
  return {
    rejects: [],
    ...described(found),
    notes: time.notes,
    unread: unreadOf(found, source.columns, source.columns.length),
  }
}

/** Whatever the engine finds wrong with a Parquet file is the file's fault. */
function damaged(error: LetheError): never {
  if (error.code !== 'internal') throw error
  fail('input', 'a Parquet file is damaged, or the files differ in their columns', 'Check the files one by one.')
}
