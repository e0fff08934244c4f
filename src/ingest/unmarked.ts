import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { bytes, head } from './bytes.js'
import type { Inlet, InputFile } from './input-file.js'

/** What a spreadsheet writes first, to tell itself the delimiter. */
const MARK = /^(?:\xef\xbb\xbf)?"?sep=[^\r\n]?"?\r?\n/i

/** The file, or our own copy of it without the line that is for spreadsheets alone. Where the first line is said to be a row, it stays. */
export async function unmarked(file: InputFile, nth: number, { header, workspace, signal }: Inlet): Promise<InputFile> {
  if (file.written || header === false) return file
  const mark = MARK.exec((await head(file, 16)).toString('latin1'))
  if (mark === null) return file
  const { path } = workspace.nameless(`unmarked-${nth}`)
  await pipeline(from(file, mark[0].length), createWriteStream(path, { mode: 0o600 }), signal ? { signal } : {})
  return { ...file, path, compression: 'none', origin: file.origin ?? file.path, unmarked: true }
}

async function* from(file: InputFile, start: number): AsyncGenerator<Buffer> {
  let over = start
  for await (const chunk of bytes(file)) {
    yield chunk.subarray(Math.min(over, chunk.length))
    over = Math.max(0, over - chunk.length)
  }
}
