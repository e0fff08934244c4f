import { number, percent, table, wrapped } from '../base/format.js'
import { readAsLines, type Understood } from '../log/understood.js'

/** What was understood of a log from its first part. */
export interface Preview {
  readonly files: number
  /** Rows that were looked at: the first of each file. */
  readonly rows: number
  readonly badRows: number
  /** Rows that did not parse, by why. */
  readonly badReasons: readonly { readonly reason: string; readonly rows: number }[]
  /** How text is probably encoded, where rows were set aside because they are not UTF-8. */
  readonly likelyEncoding?: string
  readonly understood: Understood
  readonly columns: readonly {
    readonly column: string
    readonly becomes: string | null
    readonly type: string
    readonly distinct: number
    readonly empty: number
    readonly examples: readonly string[]
  }[]
  readonly notes: readonly string[]
  /** Flags that name the same reading again. */
  readonly flags: string
  /** The same as a configuration says it. */
  readonly reading: Readonly<Record<string, unknown>>
  /** The configuration that was written. */
  readonly wrote?: string
}

/** The preview for the terminal. */
export function previewText({ rows, badRows, understood, columns, notes, flags, wrote }: Preview): string {
  const lines = columns.map(({ column, becomes, type, distinct, empty, examples }) => [
    column,
    becomes ?? 'left out',
    type,
    number(distinct),
    percent(empty),
    examples[0] ?? '',
  ])
  return [
    ...readAsLines(understood),
    '',
    `of ${number(rows)} rows from the beginning of the log${badRows > 0 ? `, where ${number(badRows)} did not parse` : ''}:`,
    ...table([['column', 'becomes', 'type', 'distinct', 'empty', 'looks like'], ...lines], [0, 1, 2, 5]),
    '',
    ...notes.flatMap((note) => wrapped(note, 'note: ')),
    'To read it so again, whatever it holds:',
    `  ${flags}`,
    ...(wrote === undefined ? [] : [`or, without flags, by ${wrote}, which was written.`]),
  ].join('\n')
}
