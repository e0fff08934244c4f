import { labelOf, SCHEMES, type Scheme, schemeOf } from '../../base/address.js'
import { fail } from '../../base/errors.js'
import type { Inlet, InputFile } from '../input-file.js'

type Fetch = (arg: string, nth: number, inlet: Inlet) => Promise<InputFile[]>

/** Loaded when asked for: most logs are files. */
const SOURCES: Readonly<Record<Scheme, () => Promise<Fetch>>> = {
  'sqlite:': async () => (await import('./sqlite.js')).fetchSQLite,
  'duckdb:': async () => (await import('./duckdb.js')).fetchDuckDB,
  'postgres://': async () => (await import('./postgres.js')).fetchPostgres,
  'postgresql://': async () => (await import('./postgres.js')).fetchPostgres,
  's3://': async () => (await import('./s3.js')).fetchS3,
  'https://': async () => (await import('./http.js')).fetchHttp,
  'http://': async () => (await import('./http.js')).fetchHttp,
}

/** The logs behind an address, as files of our own. */
export async function fetchLogs(arg: string, nth: number, inlet: Inlet): Promise<InputFile[]> {
  const scheme = schemeOf(arg)
  if (scheme === undefined) fail('usage', `${labelOf(arg)} cannot be read`, `There are ${SCHEMES.join(', ')}.`)
  return (await SOURCES[scheme]())(arg, nth, inlet)
}
