import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
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

/**
 * The lines of a file in which English may find something, in batches in the order of the file: a line that stands in several is in several. All lines have an end. The file may
 * still grow until it is `whole`: what is there is gone through in the meantime.
 */
export async function* siftFile(
  path: string,
  whole: Promise<unknown>,
  known: Vocabulary,
  threads: number,
  worker = new URL('./worker.js', import.meta.url),
): AsyncGenerator<string[]> {
  const workers = startWorkers<Lines, string[]>(worker, known, threads)
  const under: Promise<string[]>[] = []
  try {
    for await (const lines of stretches(path, whole)) {
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

/** How long it waits, in milliseconds, for a file to grow. */
const WAIT = 10

async function* stretches(path: string, whole: Promise<unknown>): AsyncGenerator<Lines> {
  let ended = false
  const end = whole.then(() => {
    ended = true
  })
  end.catch(() => {}) // awaited below
  for (let from = 0; ; ) {
    const last = ended
    const to = endOfStretch(path, from, last)
    if (to > from) {
      yield { path, from, to }
      from = to
    } else if (last) return
    else await Promise.race([end, setTimeout(WAIT)])
  }
}

/** The end of the lines that can be gone through at once, if there are so many yet. */
function endOfStretch(path: string, from: number, last: boolean): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size - from > STRETCH) {
    const file = openSync(path, 'r')
    try {
      const to = lineEnd(file, from + STRETCH, size)
      if (to !== undefined) return to
    } finally {
      closeSync(file)
    }
  }
  return last ? size : from
}

/** The first place from there on where a line begins. */
function lineEnd(file: number, from: number, size: number): number | undefined {
  const piece = Buffer.alloc(1 << 12)
  for (let at = from - 1; at < size; at += piece.length) {
    const end = piece.subarray(0, readSync(file, piece, 0, piece.length, at)).indexOf(LF)
    if (end !== -1) return at + end + 1
  }
  return undefined
}
