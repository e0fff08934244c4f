import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { head } from './bytes.js'
import type { InputFile } from './input-file.js'

const PIECES = 64
const PIECE_BYTES = 1 << 16
const MOST_FILES = 8

/** Whole lines from all over a log, as Latin-1: a few of its files, and pieces of each, evenly apart. Of what is packed there is only the first part. */
export async function linesThroughout(files: readonly InputFile[]): Promise<string[]> {
  const step = Math.max(1, (files.length - 1) / (MOST_FILES - 1))
  const few = new Set(Array.from({ length: Math.min(files.length, MOST_FILES) }, (_, i) => Math.round(i * step)))
  const lines: string[] = []
  for (const nth of few) {
    const file = files[nth]?.beginningOf ?? files[nth]
    if (file)
      for (const line of file.compression === 'none' ? linesOfPieces(file) : await linesOfHead(file)) lines.push(line)
  }
  return lines
}

function linesOfPieces({ path }: InputFile): string[] {
  const file = openSync(path, 'r')
  try {
    const { size } = statSync(path)
    const apart = Math.max(PIECE_BYTES, Math.ceil(size / PIECES))
    const piece = Buffer.alloc(PIECE_BYTES)
    const lines: string[] = []
    for (let from = 0; from < size; from += apart) {
      const got = readSync(file, piece, 0, PIECE_BYTES, from)
      lines.push(...wholeLines(piece.toString('latin1', 0, got)))
    }
    return lines
  } finally {
    closeSync(file)
  }
}

async function linesOfHead(file: InputFile): Promise<string[]> {
  return wholeLines((await head(file, PIECES * PIECE_BYTES)).toString('latin1'))
}

/** Neither the first line of a piece nor its last need be whole. */
function wholeLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/).slice(1, -1)
}
