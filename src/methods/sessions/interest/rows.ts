const TAB = 9
const LINE = 10

/** Rows of a part of the log as its file has them: row number, person, time, text, results, categories. */
export interface Rows {
  readonly count: number
  readonly bytes: Uint8Array
  readonly row: Uint32Array
  readonly person: Uint32Array
  readonly persons: number
  /** Microseconds since 1970, infinite where there is none: such rows come last. */
  readonly time: Float64Array
  readonly text: Uint32Array
  readonly textEnd: Uint32Array
  /** Where results end and categories begin; results begin after the text. */
  readonly resultsEnd: Uint32Array
}

/** Reads a file of tab-separated rows with one line of names. */
export function readRows(bytes: Uint8Array): Rows {
  let count = -1
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LINE) count++
  const rows = {
    count: Math.max(0, count),
    bytes,
    row: new Uint32Array(Math.max(0, count)),
    person: new Uint32Array(Math.max(0, count)),
    time: new Float64Array(Math.max(0, count)),
    text: new Uint32Array(Math.max(0, count)),
    textEnd: new Uint32Array(Math.max(0, count)),
    resultsEnd: new Uint32Array(Math.max(0, count)),
  }
  const numbers = new Map<string, number>()
  let [lastFrom, lastEnd, last] = [0, 0, -1]
  let at = bytes.indexOf(LINE) + 1
  for (let i = 0; i < count; i++) {
    let row = 0
    for (; bytes[at] !== TAB; at++) row = row * 10 + bytes[at]! - 48
    rows.row[i] = row
    const from = ++at
    while (bytes[at] !== TAB) at++
    if (last < 0 || !equal(bytes, from, at, lastFrom, lastEnd)) {
      const name = Buffer.from(bytes.buffer, bytes.byteOffset + from, at - from).toString('latin1')
      last = numbers.get(name) ?? numbers.size
      numbers.set(name, last)
      ;[lastFrom, lastEnd] = [from, at]
    }
    rows.person[i] = last
    at++
    rows.time[i] = bytes[at] === TAB ? Number.POSITIVE_INFINITY : 0
    const sign = bytes[at] === 45 ? -1 : 1
    if (sign < 0) at++
    let time = 0
    for (; bytes[at] !== TAB; at++) time = time * 10 + bytes[at]! - 48
    rows.time[i]! += sign * time
    rows.text[i] = ++at
    while (bytes[at] !== TAB) at++
    rows.textEnd[i] = at++
    while (bytes[at] !== TAB) at++
    rows.resultsEnd[i] = at
    while (bytes[at] !== LINE) at++
    at++
  }
  return { ...rows, persons: numbers.size }
}

function equal(bytes: Uint8Array, from: number, end: number, other: number, otherEnd: number): boolean {
  if (end - from !== otherEnd - other) return false
  for (let i = from, j = other; i < end; i++, j++) if (bytes[i] !== bytes[j]) return false
  return true
}

/** Row indexes person by person, in order of time and, at one moment, of text; and where each person begins. */
export function byPersonAndTime(rows: Rows): { readonly order: Uint32Array; readonly starts: Uint32Array } {
  const starts = new Uint32Array(rows.persons + 1)
  for (let i = 0; i < rows.count; i++) starts[rows.person[i]! + 1]!++
  for (let p = 0; p < rows.persons; p++) starts[p + 1]! += starts[p]!
  const next = starts.slice()
  const order = new Uint32Array(rows.count)
  for (let i = 0; i < rows.count; i++) order[next[rows.person[i]!]!++] = i
  const before = (a: number, b: number) => rows.time[a]! - rows.time[b]! || compareTexts(rows, a, b)
  for (let p = 0; p < rows.persons; p++) {
    const own = order.subarray(starts[p]!, starts[p + 1]!)
    for (let i = 1; i < own.length; i++)
      if (!(before(own[i - 1]!, own[i]!) <= 0)) {
        own.sort(before)
        break
      }
  }
  return { order, starts }
}

function compareTexts({ bytes, text, textEnd }: Rows, a: number, b: number): number {
  for (let i = text[a]!, j = text[b]!; i < textEnd[a]! && j < textEnd[b]!; i++, j++)
    if (bytes[i] !== bytes[j]) return bytes[i]! - bytes[j]!
  return textEnd[a]! - text[a]! - (textEnd[b]! - text[b]!)
}
