import { isUtf8 } from 'node:buffer'
import { normalisePerson } from '../../text/person.js'

const TAB = 9
const LF = 10
const CR = 13

/**
 * Whole lines of tab-separated text with the ids of persons as they are told apart (see text/person.ts). Nearly all are plain already: those pieces are
 * handed on as they are, at the cost of a look at each id.
 */
export async function* withPersons(pieces: AsyncIterable<Uint8Array>, column: number): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (allPlain(piece, column)) yield piece
    else yield* rewritten(piece, column)
  }
}

function allPlain(piece: Uint8Array, column: number): boolean {
  for (let start = 0; start < piece.length; ) {
    let at = start
    for (let before = column; before > 0; at++) {
      const byte = piece[at]
      if (byte === undefined || byte === LF) break
      if (byte === TAB) before--
    }
    for (let byte = piece[at]; byte !== undefined && byte !== TAB && byte !== LF; byte = piece[++at]) {
      if ((byte < 0x21 && !(byte === CR && piece[at + 1] === LF)) || byte > 0x7e) return false
    }
    const end = piece.indexOf(LF, at)
    if (end === -1) return true
    start = end + 1
  }
  return true
}

/** A form may take more bytes than what it is made of: no piece becomes longer than it was, lines go on in a second one. */
function* rewritten(piece: Uint8Array, column: number): Generator<Uint8Array> {
  let lines: Buffer[] = []
  let size = 0
  for (let start = 0; start < piece.length; ) {
    const found = piece.indexOf(LF, start)
    const end = found === -1 ? piece.length : found + 1
    const line = withPerson(Buffer.from(piece.buffer, piece.byteOffset + start, end - start), column)
    if (size + line.length > piece.length && size > 0) {
      yield Buffer.concat(lines)
      lines = []
      size = 0
    }
    lines.push(line)
    size += line.length
    start = end
  }
  yield Buffer.concat(lines)
}

function withPerson(line: Buffer, column: number): Buffer {
  let start = 0
  for (let before = column; before > 0; before--) {
    const tab = line.indexOf(TAB, start)
    if (tab === -1) return line // too few columns: no row anyway
    start = tab + 1
  }
  const tab = line.indexOf(TAB, start)
  const tail = line.at(-1) === LF ? (line.at(-2) === CR ? 2 : 1) : 0
  const end = tab === -1 ? line.length - tail : tab
  const id = line.subarray(start, end)
  const person = isUtf8(id) ? normalisePerson(id.toString('utf8')) : '' // no text is nobody
  return Buffer.concat([line.subarray(0, start), Buffer.from(person), line.subarray(end)])
}
