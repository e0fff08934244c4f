import { splitter } from '../../ingest/careful.js'
import { type Document, objectIn, valueAt } from '../../ingest/json-paths.js'
import { normalisePerson } from '../../text/person.js'
import type { JsonKeys, StreamLayout } from './layout.js'
import { withPersons } from './persons.js'

const MOST_LINES = 100
/** A line that is no row. */
export const NO_ROW = '?\n'

/** What rows are turned into: user, query and time with tabs between them. */
export const PLAIN_SHAPE = { user: 0, query: 1, width: 3 } as const

/** Lines of the encoder's own kind, from those of a stream; a row that cannot be read becomes one that is no row. */
export function plainRows(pieces: AsyncIterable<Uint8Array>, layout: StreamLayout): AsyncIterable<Uint8Array> {
  if (layout.kind === 'tsv') return layout.shape.user === undefined ? pieces : withPersons(pieces, layout.shape.user)
  return layout.kind === 'csv' ? fromCsv(pieces, layout) : fromJson(pieces, layout.keys)
}

const linesOf = (piece: Uint8Array) =>
  Buffer.from(piece)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))

/** A line of user, query and time. */
function row(user: string, query: string, time: string): string {
  return `${withoutBreaks(normalisePerson(user))}\t${withoutBreaks(query)}\t${withoutBreaks(time)}\n`
}

function withoutBreaks(cell: string): string {
  return BREAK.test(cell) ? cell.replace(BREAKS, ' ') : cell // nearly all are without
}

const BREAK = /[\t\r\n]/
const BREAKS = /[\t\r\n]/g

async function* fromCsv(
  pieces: AsyncIterable<Uint8Array>,
  { delimiter, shape }: Extract<StreamLayout, { kind: 'csv' }>,
): AsyncGenerator<Uint8Array> {
  const split = splitter(delimiter, '"')
  let held: string[] = []
  const plain = (record: string): string | undefined => {
    const fields = split(record)
    if (fields === 'unbalanced quote') return undefined
    if (typeof fields === 'string' || fields.length !== shape.width) return NO_ROW
    const cell = (at: number | undefined) => (at === undefined ? '' : fields[at]!)
    return row(cell(shape.user), cell(shape.query), cell(shape.time))
  }
  for await (const piece of pieces) {
    let out = ''
    for (const line of linesOf(piece)) {
      if (line === '' && held.length === 0) continue
      held.push(line)
      const made = plain(held.join('\n'))
      if (made === undefined && held.length < MOST_LINES) continue
      out += made ?? NO_ROW.repeat(held.length)
      held = []
    }
    if (out !== '') yield Buffer.from(out)
  }
  if (held.length > 0) yield Buffer.from(NO_ROW.repeat(held.length))
}

async function* fromJson(pieces: AsyncIterable<Uint8Array>, keys: JsonKeys): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    let out = ''
    for (const line of linesOf(piece)) {
      if (line.trim() === '') continue
      out += plainDocument(line, keys)
    }
    if (out !== '') yield Buffer.from(out)
  }
}

/** The line of one document. */
export function plainDocument(text: string, { user, query, time }: JsonKeys): string {
  const document = objectIn(text)
  if (document === undefined) return NO_ROW
  const person = cellAt(document, user)
  const words = cellAt(document, query)
  const moment = cellAt(document, time)
  if (person === undefined || words === undefined || moment === undefined) return NO_ROW
  return row(person, words, moment)
}

/** The text of a value, empty where there is none; undefined for an object or a list. */
function cellAt(document: Document, path: string | undefined): string | undefined {
  const value = path === undefined ? undefined : valueAt(document, path)
  if (typeof value === 'string') return value
  return typeof value === 'object' ? undefined : String(value ?? '')
}
