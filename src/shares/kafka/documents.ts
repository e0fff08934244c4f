import { rowPool, type StreamEncoding } from '../stream/encode.js'
import type { JsonKeys } from '../stream/layout.js'
import { NO_ROW, plainDocument } from '../stream/plain-rows.js'
import type { Message, Piece } from './reader.js'

export const TAB = 9
const LF = 10
// What is shared at once: little enough to be garbage soon, and about what is sent at once.
const AT_ONCE = 1 << 17

/** A piece with the shared row of each message, until the next piece is asked for. */
export interface SharedPiece extends Piece {
  /** Lines of tab-separated text, and where that of each message ends. One that begins with a tab is no row. */
  readonly lines: Buffer
  readonly ends: Uint32Array
  /** Messages that are no rows, and rows without a query. */
  readonly bad: number
  readonly empty: number
}

/** Shares messages that hold a document each. */
export interface DocumentSharer {
  readonly columns: readonly string[]
  /** The piece in smaller ones. */
  share(piece: Piece): AsyncIterable<SharedPiece>
  close(): Promise<void>
}

export function documentSharer(keys: JsonKeys, options: StreamEncoding): DocumentSharer {
  const { pool, columns } = rowPool({ kind: 'ndjson', header: false, keys }, options)
  const most = pool.room / 4 // in characters, which may take three bytes each
  return {
    columns,
    async *share(piece) {
      const { messages } = piece
      for (let at = 0; at < messages.length; ) {
        const { text, to } = plainText(messages, at, keys, most)
        const { bytes, bad, empty, done } = await pool.run(Buffer.from(text))
        const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
        const next = messages[to]?.offset ?? piece.next
        yield { ...piece, messages: messages.slice(at, to), next, lines, ends: endsOf(lines, to - at), bad, empty }
        done?.()
        at = to
      }
    },
    close: () => pool.close(),
  }
}

/** Plain rows of messages from one on, and where the next ones begin. */
function plainText(messages: readonly Message[], from: number, keys: JsonKeys, most: number) {
  let [text, to] = ['', from]
  for (; to < messages.length && text.length < AT_ONCE; to++) {
    const { value } = messages[to]!
    const line = value === null ? NO_ROW : plainDocument(value.toString('utf8'), keys)
    if (text.length + line.length <= most) text += line
    else if (text === '') text = NO_ROW
    else break
  }
  return { text, to }
}

function endsOf(lines: Buffer, count: number): Uint32Array {
  const ends = new Uint32Array(count)
  let at = 0
  for (let i = 0; i < count; i++) {
    at = lines.indexOf(LF, at) + 1
    if (at === 0) break
    ends[i] = at
  }
  if (at !== lines.length) throw new Error('a row for each message was expected')
  return ends
}
