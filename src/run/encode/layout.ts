import type { RowShape } from '../../crypto/shares/row-encoder.js'
import { fail } from '../../errors.js'
import { splitter } from '../../ingest/careful.js'
import { type ColumnChoice, layout, looksLikeHeader } from '../../ingest/columns.js'
import { type Format, recognise } from '../../ingest/detect.js'

export interface StreamOptions {
  readonly format?: Format
  readonly columns?: ColumnChoice
  readonly unit?: string
}

/** What the rows of a stream look like, found from its first lines. */
export interface StreamLayout {
  readonly header: boolean
  readonly delimiter: string
  readonly quote: '"' | undefined
  readonly shape: RowShape
}

const FORMATS: readonly Format[] = ['aol', 'tsv', 'csv', 'excite']

/** Finds delimiter, header and columns from what has arrived so far: at least one whole line. */
export function streamLayout(start: Uint8Array, options: StreamOptions): StreamLayout {
  const lines = Buffer.from(start)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .slice(0, 50)
  const [first = ''] = lines
  const format = options.format ?? recognise(lines)
  if (format === undefined || !FORMATS.includes(format))
    fail(
      'input',
      format === undefined
        ? 'the format of the stream is not recognised'
        : `a stream of the format ${format} cannot be encoded`,
      `It is one of ${FORMATS.join(', ')}: name it with --format, and its columns with --columns.`,
    )
  const csv = format === 'csv'
  const delimiter = csv
    ? [',', ';', '|'].reduce((best, d) => (first.split(d).length > first.split(best).length ? d : best))
    : '\t'
  const quote = csv ? '"' : undefined
  const split = splitter(delimiter, quote)(first)
  const cells = typeof split === 'string' ? [] : split
  const chosen = options.columns ?? {}
  const columns =
    format === 'excite'
      ? { ...(options.unit === undefined ? { user: '1' } : {}), time: '2', query: '3', ...chosen }
      : chosen
  const header = format !== 'excite' && looksLikeHeader(cells, columns)
  const { roles } = layout(header ? cells : undefined, cells.length, columns, options.unit)
  if (roles.user === undefined || roles.query === undefined)
    fail(
      'refused',
      'shares belong to persons, and the stream has no user column',
      'Name it with --columns user=NAME, or name another unit: --unit session, --unit ip.',
    )
  return {
    header,
    delimiter,
    quote,
    shape: { user: roles.user, query: roles.query, time: roles.time, width: cells.length },
  }
}
