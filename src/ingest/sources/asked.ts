import type { Ask } from '../../base/address.js'
import { fail } from '../../base/errors.js'
import { name } from '../../engines/sql.js'

const MOST_NAMES = 20

/** Names of tables in a sentence. */
export function tablesSaid(tables: readonly string[]): string {
  if (tables.length === 0) return 'It has no tables.'
  const more = tables.length > MOST_NAMES ? `, and ${tables.length - MOST_NAMES} more` : ''
  const names = tables.slice(0, MOST_NAMES).join(', ')
  return `It has the ${tables.length === 1 ? 'table' : 'tables'} ${names}${more}.`
}

/** The SELECT that an address asks for. */
export function selectOf(ask: NonNullable<Ask>): string {
  return 'query' in ask ? ask.query.replace(/[\s;]+$/, '') : `SELECT * FROM ${ask.table.split('.').map(name).join('.')}`
}

export function refuseUnasked(label: string, tables: readonly string[]): never {
  fail(
    'usage',
    `${label} is a database, and neither a table nor a query is named`,
    `Add ?table=NAME or ?query=SELECT... ${tablesSaid(tables)}`,
  )
}

export function refuseMissing(label: string, tables: readonly string[]): never {
  fail('input', `there is no such table in ${label}`, tablesSaid(tables))
}

export function refuseQuery(label: string, cause: unknown, at?: string): never {
  const where = at === undefined ? '' : ` (at its character ${at})`
  fail(
    'input',
    `the query of ${label} is not understood there${where}`,
    'Try it in the database first; it must be one SELECT.',
    cause,
  )
}
