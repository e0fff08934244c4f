import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { fail } from '../base/errors.js'
import { startWorkers, type Workers } from '../base/workers.js'
import { MAX_LINE_BYTES } from '../engines/engine.js'
import { withoutMark } from './blank-lines.js'
import type { InputFile } from './input-file.js'
import { wholeLines } from './line-by-line.js'
import { countLines, type Piece, type PieceRows, pieceParser, type Rewriting } from './parse-piece.js'
import { MAX_BAD_ROWS } from './row-numbers.js'

/** What became of the lines of a file. */
export interface Passed {
  readonly bad: ReadonlyMap<number, string>
  readonly unlisted: number
  readonly rows: number
  readonly blank: number
  readonly notSearches: number
}

/** What a file is rewritten with: `fixed` lets any number of lines be bad. */
export interface Rewriter {
  readonly columns: readonly string[]
  readonly fixed: boolean
  readonly signal: AbortSignal | undefined
  readonly crew: Crew
}

/** Those who read pieces of a file, several at once. */
export type Crew = Workers<Piece, PieceRows> & { readonly width: number }

/** Nothing that a line is parsed into outlives its piece. */
const YOUNG_MIB = 64

/** Several threads are worth their start where there is much to read. */
export function parsingCrew(rewriting: Rewriting, threads: number, signal: AbortSignal | undefined): Crew {
  if (threads > 1)
    return {
      width: 2 * threads,
      ...startWorkers(new URL('./parse-worker.js', import.meta.url), rewriting, threads, signal, YOUNG_MIB),
    }
  const parse = pieceParser(rewriting)
  return { width: 1, run: async (piece) => parse(piece), close: async () => {} }
}

/** Writes the rows that the lines of a file tell as plain tab-separated text. */
export async function rewriteParsed(
  file: InputFile,
  target: string,
  { columns, fixed, signal, crew }: Rewriter,
): Promise<Passed> {
  const out = createWriteStream(target, { mode: 0o600, highWaterMark: 1 << 20 })
  const done = finished(out)
  done.catch(() => {}) // awaited below; a full disk must not count as unhandled while lines still come
  const bad = new Map<number, string>()
  let [lines, unlisted, rows, blank, notSearches] = [0, 0, 0, 0, 0]
  const setAside = (line: number, reason: string) => {
    if (bad.size < MAX_BAD_ROWS) bad.set(line, reason)
    else if (fixed) unlisted++
    else fail('input', `more than a million lines of ${file.label} do not parse`, 'Check --format and --pattern.')
  }
  const under: Promise<PieceRows>[] = []
  const takeFirst = async () => {
    const made = await under.shift()!
    rows += made.rows
    blank += made.blank
    notSearches += made.notSearches
    for (const [line, reason] of made.bad) setAside(line, reason)
    if (made.text.length > 0) out.write(made.text)
    if (out.writableNeedDrain) await once(out, 'drain')
  }
  try {
    out.write(`${columns.join('\t')}\n`)
    let first = true
    for await (const whole of wholeLines(file, MAX_LINE_BYTES)) {
      signal?.throwIfAborted()
      const piece = first && whole !== 'giant' ? withoutMark(whole) : whole
      first = false
      if (piece === 'giant') {
        setAside(++lines, 'line too long')
        continue
      }
      const run = crew.run({ bytes: piece, line: lines + 1 })
      run.catch(() => {}) // awaited in its turn
      under.push(run)
      lines += countLines(piece)
      if (under.length >= crew.width) await takeFirst()
    }
    while (under.length > 0) await takeFirst()
    out.end()
    await done
    return { bad, unlisted, rows, blank, notSearches }
  } finally {
    out.destroy()
  }
}
