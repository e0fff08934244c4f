import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { startWorkers } from '../../../base/workers.js'
import type { Vocabulary } from './vocabulary.js'

/** A stretch of a file: whole lines. */
export interface Lines {
  readonly path: string
  readonly from: number
  readonly to: number
}

/** Bytes of lines that are gone through at once. */
const STRETCH = 4 << 20
const LF = 10

/** The lines of a file in which English may find something, in batches in the order of the file: a line that stands in several is in several. All lines have an end. */
export async function* siftFile(
  path: string,
  known: Vocabulary,
  threads: number,
  worker = new URL('./worker.js', import.meta.url),
): AsyncGenerator<string[]> {
  const workers = startWorkers<Lines, string[]>(worker, known, threads)
  const under: Promise<string[]>[] = []
  try {
    for (const lines of stretches(path)) {
      const task = workers.run(lines)
      task.catch(() => {}) // awaited in its turn
      under.push(task)
      if (under.length > threads * 2) yield await under.shift()!
    }
    for (const last of under) yield await last
  } finally {
    await workers.close()
  }
}

function* stretches(path: string): Generator<Lines> {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    for (let from = 0; from < size; ) {
      const to = from + STRETCH >= size ? size : lineEnd(file, from + STRETCH, size)
      yield { path, from, to }
      from = to
    }
  } finally {
    closeSync(file)
  }
}

/** The first place from there on where a line begins. */
function lineEnd(file: number, from: number, size: number): number {
  const piece = Buffer.alloc(1 << 12)
  for (let at = from - 1; at < size; at += piece.length) {
    const end = piece.subarray(0, readSync(file, piece, 0, piece.length, at)).indexOf(LF)
    if (end !== -1) return at + end + 1
  }
  return size
}
