import { rowPool, type StreamEncoding } from '../stream/encode.js'
import type { JsonKeys } from '../stream/layout.js'
import { NO_ROW, plainDocument } from '../stream/plain-rows.js'
import type { Message, Piece } from './reader.js'

/** A piece with the shared row of each message as tab-separated text; empty where there is none. */
export interface SharedPiece extends Piece {
  readonly lines: readonly string[]
  /** Messages that are no rows, and rows without a query. */
  readonly bad: number
  readonly empty: number
}

/** Shares messages that hold a document each. */
export interface DocumentSharer {
  readonly columns: readonly string[]
  share(piece: Piece): Promise<SharedPiece>
  close(): Promise<void>
}

export function documentSharer(keys: JsonKeys, options: StreamEncoding): DocumentSharer {
  const { pool, columns } = rowPool({ kind: 'ndjson', header: false, keys }, options)
  const most = pool.room / 4 // in characters, which may take three bytes each
  const tagAt = columns.indexOf('tag')
  return {
    columns,
    async share(piece) {
      const lines: string[] = []
      let [bad, empty] = [0, 0]
      for (const text of texts(piece.messages, keys, most)) {
        const encoded = await pool.run(Buffer.from(text))
        bad += encoded.bad
        empty += encoded.empty
        const made = Buffer.from(encoded.bytes).toString('latin1').split('\n')
        made.pop()
        for (const line of made) lines.push(hasTag(line, tagAt) ? line : '')
        encoded.done?.()
      }
      if (lines.length !== piece.messages.length) throw new Error('a row for each message was expected')
      return { ...piece, lines, bad, empty }
    },
    close: () => pool.close(),
  }
}

function hasTag(line: string, tagAt: number): boolean {
  return tagAt === 0 ? line.charCodeAt(0) !== 9 : line.split('\t', tagAt + 1)[tagAt] !== ''
}

/** Plain rows of messages, as many at a time as there is room for. */
function* texts(messages: readonly Message[], keys: JsonKeys, most: number): Generator<string> {
  let text = ''
  for (const { value } of messages) {
    const line = value === null ? NO_ROW : plainDocument(value.toString('utf8'), keys)
    if (text.length + line.length > most && text !== '') {
      yield text
      text = ''
    }
    text += line.length > most ? NO_ROW : line
  }
  if (text !== '') yield text
}
