import { open } from 'node:fs/promises'
import { address } from '../../base/kernels.js'
import { noRows } from '../../engines/dialect/index.js'
import { columnsIn, type Engine } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { type ShareKernel, shareKernel } from '../kernel.js'
import { type Numbers, numbersOf } from './numbers.js'

const INPUT = 4 << 20
/** Rows of a batch, at most. */
export const ROWS = 2048
const NUMBER = 16
const LONG_TEXTS = 4096
/** What the kernel knows a column by; 0 is any other. */
const KINDS: Readonly<Record<string, number>> = { tag: 1, x: 2, text: 4 }
const VALUES = 3

/**
 * Reads the lines of a file that `lethe encode` wrote into a table of numbers: hexadecimal is neither kept as text nor read value by
 * value. Undefined if any line is not just as the encoder writes it; such a file is for a reader that takes its time.
 */
export async function readEncoded(
  engine: Engine,
  path: string,
  header: readonly string[],
  values: string,
): Promise<Numbers | undefined> {
  const kinds = kindsOf(header, values)
  if (kinds === undefined) return undefined
  const [table, long] = [fresh('encoded'), fresh('long_texts')]
  await engine.materialise(long, noRows({ tag: 'bytes', text: 'bytes' }))
  const others = header.filter((_, at) => kinds[at] === 0)
  const columns = ['tag', 'x', 'y', 'first', 'second', ...others.flatMap((_, i) => [`o${i}`, `p${i}`])]
  const reader = rowReader(kinds)
  let usual = true
  async function* rows() {
    usual = yield* batches(reader, path, columns.length, longTexts(engine, long))
  }
  await columnsIn(engine).appendMemory(table, columns, rows())
  if (!usual) {
    await engine.drop(table, long)
    return undefined
  }
  return numbersOf(table, long, others, reader.kernel.longOthers.value !== 0)
}

/** What stands in each column, as the kernel knows it; undefined for a header that the encoder does not write. */
export function kindsOf(header: readonly string[], values: string): readonly number[] | undefined {
  const kinds = header.map((column) => (column === values ? VALUES : (KINDS[column] ?? 0)))
  if (new Set(header).size < header.length) return undefined
  return [1, 2, 3, 4].every((kind) => kinds.filter((one) => one === kind).length === 1) ? kinds : undefined
}

export interface RowReader {
  readonly kernel: ShareKernel
  readonly memory: Uint8Array
  /** Where lines come in. */
  readonly lines: number
}

export function rowReader(kinds: readonly number[]): RowReader {
  const kernel = shareKernel()
  kernel.roomForLines(INPUT + 1, ROWS, kinds.length)
  const memory = new Uint8Array(kernel.memory.buffer)
  memory.set(kinds, address(kernel.kinds))
  return { kernel, memory, lines: address(kernel.lines) }
}

/** In place of an end: a line for which there is no room. */
const TOO_LONG = -1

interface Piece {
  readonly from: number
  readonly to: number
}

/** Rows as numbers, column by column; in the end, whether all lines were as the encoder writes them. */
export async function* batches(
  reader: RowReader,
  path: string,
  columns: number,
  texts: LongTexts,
): AsyncGenerator<readonly Uint8Array[], boolean> {
  const { kernel, memory, lines } = reader
  const numbers = address(kernel.numbers)
  for await (const { from, to } of wholeLines(path, memory, lines)) {
    if (to === TOO_LONG) return false
    for (let at = from; at < to; at = address(kernel.nextLine)) {
      const rows = kernel.readRows(at, to)
      if (rows < 0) return false
      const column = (i: number) => memory.subarray(numbers + i * ROWS * NUMBER, numbers + (i * ROWS + rows) * NUMBER)
      const places = new Uint32Array(memory.buffer, address(kernel.longTexts), 2 * rows)
      for (let row = 0; row < rows; row++) {
        const [place = 0, length = 0] = [places[2 * row], places[2 * row + 1]]
        if (length > 0)
          texts.add(column(0).subarray(row * NUMBER, (row + 1) * NUMBER), memory.subarray(place, place + length))
      }
      await texts.settle(LONG_TEXTS)
      yield Array.from({ length: columns }, (_, i) => column(i))
    }
  }
  await texts.settle(1)
  return true
}

/** Takes texts that are longer than 32 bytes, in hexadecimal, with their tags as numbers. */
export interface LongTexts {
  add(tag: Uint8Array, text: Uint8Array): void
  settle(least: number): Promise<void>
}

/** Longer texts go to a table of their own, some at a time. */
function longTexts(engine: Engine, into: string): LongTexts {
  let [tags, digits]: [string[], string[]] = [[], []]
  return {
    add(tag: Uint8Array, text: Uint8Array) {
      tags.push(Buffer.from(tag).reverse().toString('hex'))
      digits.push(Buffer.from(text).toString('latin1'))
    },
    async settle(least: number) {
      if (tags.length < least) return
      const some = fresh('some_texts')
      await engine.append(some, ['tag', 'text'], [[tags, digits]])
      await engine.insert(into, `SELECT DISTINCT unhex(tag), unhex(text) FROM ${some}`)
      await engine.drop(some)
      tags = []
      digits = []
    },
  }
}

/** The lines of a file behind its header, piece by piece, where a kernel has room for them: from where, and to where a line ends. */
async function* wholeLines(path: string, memory: Uint8Array, room: number): AsyncGenerator<Piece> {
  const file = await open(path)
  try {
    let end = room
    let headed = false
    for (;;) {
      const { bytesRead } = await file.read(memory, end, room + INPUT - end)
      if (bytesRead === 0) break
      end += bytesRead
      const to = memory.lastIndexOf(10, end - 1) + 1
      if (to <= room) continue // the line goes on; one that fills the room leaves none to read into, and ends the loop as the file does
      yield { from: headed ? room : memory.indexOf(10, room) + 1, to }
      headed = true
      memory.copyWithin(room, to, end)
      end = room + end - to
    }
    if (end === room) return
    memory[end] = 10
    yield { from: room, to: end === room + INPUT || !headed ? TOO_LONG : end + 1 }
  } finally {
    await file.close()
  }
}
