import { wider } from '../../base/numbers.js'
import { columnsIn, type Engine } from '../../engines/engine.js'
import type { StoredRows } from '../../log/log.js'
import { numbers } from './numbers.js'
import { hashed, NOTHING, Words } from './words.js'

/** Rows whose texts come as one: a text by itself costs more on its way than reading it. */
const TOGETHER = 256
/** What the engine puts together at once: so many rows, a whole number of its own blocks and enough for several threads; or so many bytes. */
const MOST_ROWS = 4 * 122_880
const MOST_BYTES = 1 << 25
const [BLANK, LINE] = [0x20, 0x0a]
/** The first character that takes two bytes; all those that name a row within its block do. */
const FIRST_WIDE = 0x80

/** The words of stored rows, by their numbers: word[begin[r]] and so many more. */
export interface Found {
  readonly words: Words
  readonly begin: Uint32Array
  readonly count: Uint32Array
  readonly word: Uint32Array
}

/**
 * Reads texts of stored rows, words with a blank between them, and numbers their words as they come. `text` is SQL over a row, null where there
 * is nothing to read; with `only`, rows that it marks 0 are passed over. The engine makes the next texts while these are read.
 */
export async function readWords(
  engine: Engine,
  { table, where }: StoredRows,
  rows: number,
  text: string,
  only?: Uint32Array,
): Promise<Found> {
  const found = finder(rows, only)
  const make = ([low, high]: readonly [number, number]) => {
    const lines = `SELECT rowid // ${TOGETHER} AS block, chr((${FIRST_WIDE} + rowid % ${TOGETHER})::INTEGER) || ${text} AS line
      FROM ${table} WHERE ${where} AND rowid >= ${low} AND rowid < ${high}`
    const made = columnsIn(engine).memoryAtOnce(
      [
        { sql: 'block', bytes: 4 },
        { sql: 'lines', bytes: 'text' },
      ],
      `(SELECT block, string_agg(line, chr(10)) AS lines FROM (${lines}) WHERE line IS NOT NULL GROUP BY block)`,
    )
    made.catch(() => {}) // awaited below
    return made
  }
  const [first, ...batches] = await batchesOf(engine, table, rows)
  if (first === undefined) return found.end()
  let coming = make(first)
  try {
    for (let i = 0; i <= batches.length; i++) {
      const now = await coming
      if (i < batches.length) coming = make(batches[i]!)
      for (const [blocks, lines] of now) found.take(blocks!, lines!)
    }
  } finally {
    await Promise.allSettled([coming]) // the engine must not be closed under it
  }
  return found.end()
}

/** Rows to put together at once, from one number up to another: whole blocks, as many as memory is there for whatever the length of their texts. */
async function batchesOf(engine: Engine, table: string, rows: number): Promise<[number, number][]> {
  const bytes = new Float64Array(Math.ceil(rows / TOGETHER))
  for await (const [block, size] of numbers(
    engine,
    ['block', 'least(size, 4000000000)'],
    `(SELECT rowid // ${TOGETHER} AS block, coalesce(sum(octet_length(encode(query))), 0) AS size FROM ${table} GROUP BY block)`,
  ))
    block.forEach((b, i) => {
      bytes[b] = size[i]!
    })
  const batches: [number, number][] = []
  let held = 0
  for (const [b, size] of bytes.entries()) {
    const low = b * TOGETHER
    const last = batches.at(-1)
    if (last && last[1] - last[0] < MOST_ROWS && held + size <= MOST_BYTES) {
      last[1] = low + TOGETHER
      held += size
    } else {
      batches.push([low, low + TOGETHER])
      held = size
    }
  }
  return batches
}

function finder(rows: number, only: Uint32Array | undefined) {
  const words = new Words()
  const [begin, count] = [new Uint32Array(rows), new Uint32Array(rows)]
  let word = new Uint32Array(1 << 16)
  let size = 0

  /** One text for each row of a block: two bytes that name the row, and its words. */
  function read(bytes: Uint8Array, from: number, to: number, block: number): void {
    if (size + (to - from) > word.length) word = wider(word, size + (to - from))
    for (let at = from; at < to; at++) {
      const row = block * TOGETHER + (((bytes[at]! & 0x1f) << 6) | (bytes[at + 1]! & 0x3f)) - FIRST_WIDE
      at += 2
      if (only?.[row] === 0) while (at < to && bytes[at] !== LINE) at++
      else {
        begin[row] = size
        at = readLine(bytes, at, to)
        count[row] = size - begin[row]!
      }
    }
  }

  function readLine(bytes: Uint8Array, from: number, to: number): number {
    let start = from
    let hash = NOTHING
    for (let at = from; ; at++) {
      const byte = at < to ? bytes[at]! : LINE
      if (byte !== BLANK && byte !== LINE) hash = hashed(hash, byte)
      else {
        if (at > start) word[size++] = words.code(bytes, start, at, hash)
        if (byte === LINE) return at
        start = at + 1
        hash = NOTHING
      }
    }
  }

  return {
    take(blocks: Uint8Array, lines: Uint8Array): void {
      const block = new Uint32Array(blocks.buffer, blocks.byteOffset, blocks.length >> 2)
      const place = new Uint32Array(lines.buffer, lines.byteOffset, 4 * block.length)
      for (let i = 0; i < block.length; i++) {
        const length = place[4 * i]!
        const at = length > 12 ? place[4 * i + 2]! : 16 * i + 4
        read(lines, at, at + length, block[i]!)
      }
    },
    end: (): Found => ({ words, begin, count, word: word.subarray(0, size) }),
  }
}
