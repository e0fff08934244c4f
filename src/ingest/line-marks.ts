import { type FileHandle, open } from 'node:fs/promises'
import { address, type Global, newKernel } from '../base/kernels.js'
import type { InputFile } from './input-file.js'

const LF = 10
const CR = 13
/** Bytes that are read at once, and those after which lines are counted. */
const READ = 4 << 20
const PIECE = 256 << 10

interface LineKernel {
  readonly memory: WebAssembly.Memory
  readonly input: Global
  readonly lines: Global
  readonly misfits: Global
  readonly weight: Global
  begin(bytes: number, mark: number, marks: number): void
  pass(from: number, bytes: number): void
  finish(): void
}

/** The lines of a plain file, empty ones apart, after one pass over its bytes. */
export interface LineMarks {
  readonly lines: number
  /** Of another number of fields. */
  readonly misfits: number
  /** Bytes that an engine keeps of lines that it refuses for their length or for their fields. */
  readonly weight: number
  /** How many lines end before each piece of PIECE bytes. */
  readonly before: readonly number[]
  readonly bytes: number
}

/** Counts lines that should have so many columns, at the speed of memory. */
export async function lineMarks(
  { path }: InputFile,
  delimiter: string,
  columns: number,
  signal?: AbortSignal,
): Promise<LineMarks> {
  const kernel = newKernel<LineKernel>('lines')
  kernel.begin(READ, delimiter.charCodeAt(0), columns - 1)
  const memory = new Uint8Array(kernel.memory.buffer)
  const input = address(kernel.input)
  const before: number[] = []
  let size = 0
  const file = await open(path)
  try {
    for (let held = 0; ; held = 0) {
      signal?.throwIfAborted()
      while (held < READ) {
        const { bytesRead } = await file.read(memory, input + held, READ - held)
        if (bytesRead === 0) break
        held += bytesRead
      }
      for (let at = 0; at < held; at += PIECE) {
        before.push(kernel.lines.value)
        kernel.pass(input + at, Math.min(PIECE, held - at))
      }
      size += held
      if (held > 0) memory[input - 1] = memory[input + held - 1]!
      if (held < READ) break
    }
  } finally {
    await file.close()
  }
  kernel.finish()
  return { lines: kernel.lines.value, misfits: kernel.misfits.value, weight: kernel.weight.value, before, bytes: size }
}

/** How many lines stand before a place where one begins; undefined if none does. */
export async function linesBefore(file: FileHandle, { before }: LineMarks, place: number): Promise<number | undefined> {
  const piece = Math.floor(place / PIECE)
  const start = Math.max(0, piece * PIECE - 2)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(place - start), 0, place - start, start)
  if (bytesRead < place - start || before[piece] === undefined) return undefined
  if (place > 0 && buffer[bytesRead - 1] !== LF) return undefined
  const byte = (at: number) => (start + at < 0 ? LF : buffer[at])
  let lines = before[piece]
  for (let at = buffer.indexOf(LF, piece * PIECE - start); at !== -1; at = buffer.indexOf(LF, at + 1)) {
    const last = byte(at - 1)
    if (last !== LF && !(last === CR && byte(at - 2) === LF)) lines++
  }
  return lines
}

/** Whole lines from all parts of a file: those in the first bytes of pieces that lie evenly in it, and not too far apart. */
export async function* someLines({ path }: InputFile, { before }: LineMarks): AsyncGenerator<Buffer> {
  const step = Math.min(MOST_APART, Math.max(1, Math.floor(before.length / PLACES)))
  const file = await open(path)
  try {
    for (let piece = 0; piece < before.length; piece += step) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOK), 0, LOOK, piece * PIECE)
      const text = buffer.subarray(0, bytesRead)
      for (let at = text.indexOf(LF) + 1, end = text.indexOf(LF, at); end !== -1; end = text.indexOf(LF, at)) {
        yield text.subarray(at, text[end - 1] === CR ? end - 1 : end)
        at = end + 1
      }
    }
  } finally {
    await file.close()
  }
}

const LOOK = 4096
const PLACES = 64
const MOST_APART = (16 << 20) / PIECE
