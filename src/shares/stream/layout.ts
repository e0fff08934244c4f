import { fail } from '../../base/errors.js'
import { splitter } from '../../ingest/careful.js'
import { type ColumnChoice, type Layout, layout, looksLikeHeader, type Place } from '../../ingest/columns.js'
import { recognise } from '../../ingest/detect.js'
import type { Format } from '../../ingest/format-names.js'
import { objectIn, refuseNoValues } from '../../ingest/json-paths.js'
import type { RowShape } from '../seal/row-encoder.js'

/** What a stream can be: formats in which a row is a line, or a few quoted ones. */
export const STREAM_FORMATS = ['aol', 'tsv', 'csv', 'excite', 'ndjson'] as const satisfies readonly Format[]
type StreamFormat = (typeof STREAM_FORMATS)[number]

export interface StreamOptions {
  readonly format?: Format
  readonly columns?: ColumnChoice
  readonly unit?: string
}

/** What the rows of a stream look like, found from its first lines. */
export type StreamLayout =
  | { readonly kind: 'tsv'; readonly header: boolean; readonly shape: RowShape }
  | { readonly kind: 'csv'; readonly header: boolean; readonly shape: RowShape; readonly delimiter: string }
  | { readonly kind: 'ndjson'; readonly header: false; readonly keys: JsonKeys }

/** Where documents have what: keys, or paths such as user.id. */
export interface JsonKeys {
  readonly user: string
  readonly query: string
  readonly time: string | undefined
}

/** Finds format, header and columns from what has arrived so far: at least one whole line. */
export function streamLayout(start: Uint8Array, options: StreamOptions): StreamLayout {
  const lines = Buffer.from(start)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .slice(0, 50)
  const format = formatOf(start, options.format ?? recognise(lines))
  if (format === 'ndjson') return jsonLayout(lines, options)
  const [first = ''] = lines
  const csv = format === 'csv'
  const delimiter = csv
    ? [',', ';', '|'].reduce((best, d) => (first.split(d).length > first.split(best).length ? d : best))
    : '\t'
  const split = splitter(delimiter, csv ? '"' : undefined)(first)
  const cells = typeof split === 'string' ? [] : split
  const chosen = options.columns ?? {}
  const columns =
    format === 'excite'
      ? { ...(options.unit === undefined ? { user: '1' } : {}), time: '2', query: '3', ...chosen }
      : chosen
  const header = format !== 'excite' && looksLikeHeader(cells, columns)
  const { user, query, time } = needed(layout(header ? cells : undefined, cells.length, columns, options.unit))
  const shape: RowShape = { user, query, time, width: cells.length }
  return csv ? { kind: 'csv', header, shape, delimiter } : { kind: 'tsv', header, shape }
}

function formatOf(start: Uint8Array, format: Format | undefined): StreamFormat {
  const known = STREAM_FORMATS.find((one) => one === format)
  if (known !== undefined) return known
  if (start[0] === 0x1f && start[1] === 0x8b)
    fail('input', 'the stream is packed', 'Unpack it on the way: gzip -dc FILE | lethe encode ...')
  fail(
    'input',
    format === undefined
      ? 'the format of the stream is not recognised'
      : `a stream of the format ${format} cannot be encoded`,
    `It is one of ${STREAM_FORMATS.join(', ')}: name it with --format, and its columns with --columns.`,
  )
}

/** Documents are found by the keys of those that came; a key that was asked for may come later. */
function jsonLayout(lines: readonly string[], { columns = {}, unit }: StreamOptions): StreamLayout {
  const documents = lines.map(objectIn).filter((document) => document !== undefined)
  const keys = new Set(documents.flatMap((document) => Object.keys(document)))
  const asked = [...Object.values(columns), ...(unit === undefined ? [] : [unit])].filter((key) => key !== '')
  const paths = [...new Set([...keys, ...asked])]
  const { user, query, time } = needed(layout(paths, paths.length, columns, unit))
  const found: JsonKeys = {
    user: paths[user]!,
    query: paths[query]!,
    time: time === undefined ? undefined : paths[time],
  }
  for (const role of ['user', 'query', 'time'] as const) {
    const path = found[role]
    if (path !== undefined) refuseNoValues(documents, role, path)
  }
  return { kind: 'ndjson', header: false, keys: found }
}

function needed({ roles }: Layout): {
  readonly user: number
  readonly query: number
  readonly time: number | undefined
} {
  if (roles.user === undefined || roles.query === undefined)
    fail(
      'refused',
      'shares belong to persons, and the stream has no user column',
      'Name it with --columns user=NAME, or name another unit: --unit session, --unit ip.',
    )
  return { user: only(roles.user), query: only(roles.query), time: roles.time && only(roles.time) }
}

/** The column of a place: what is joined or stands inside a URL would have to be made row by row. */
function only({ at: [column, ...more], parameter }: Place): number {
  if (more.length > 0 || parameter !== undefined)
    fail('usage', 'encode takes columns as they stand in the stream', 'Join or cut them out on the way to it.')
  return column
}
