const LINE_END = 10
const NO_ROW = Buffer.from('?\n')

/**
 * Bytes in pieces of whole lines, at most `room` each; as soon as a line is there it is handed on. The last line need not have
 * an end: it gets one. A line that is longer than half the room becomes one that is no row.
 */
export async function* wholeLines(source: AsyncIterable<Uint8Array>, room: number): AsyncGenerator<Uint8Array> {
  let open: Uint8Array[] = []
  let size = 0
  let skipping = false
  for await (const chunk of source) {
    let rest = chunk
    while (rest.length > 0) {
      if (skipping) {
        const end = rest.indexOf(LINE_END)
        rest = end === -1 ? rest.subarray(rest.length) : rest.subarray(end + 1)
        skipping = end === -1
        continue
      }
      const part = rest.subarray(0, room - size)
      const end = part.lastIndexOf(LINE_END)
      if (end !== -1) {
        const lines = part.subarray(0, end + 1)
        yield open.length === 0 ? lines : Buffer.concat([...open, lines])
        open = []
        size = 0
        rest = rest.subarray(end + 1)
      } else if (size + rest.length > room / 2) {
        yield NO_ROW
        open = []
        size = 0
        skipping = true
      } else {
        open.push(new Uint8Array(rest)) // a copy: the source may use its memory again
        size += rest.length
        break
      }
    }
  }
  if (size > 0) yield Buffer.concat([...open, Uint8Array.of(LINE_END)])
}
