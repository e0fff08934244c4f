import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Workspace } from '../base/workspace.js'
import { bytes, head } from './bytes.js'
import type { Format } from './format-names.js'
import type { InputFile } from './input-file.js'
import { type Layout, layoutOf } from './json-layout.js'
import { firstBytes } from './spool.js'

const HEAD_BYTES = 1 << 20
/** Formats that have a document a line. */
const DOCUMENTS: readonly Format[] = ['ndjson', 'chat', 'ubi', 'elasticsearch', 'ga4']
const [LF, CR, TAB, SPACE] = [10, 13, 9, 32]
const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44]
const [BRACKET, BRACE, END_BRACKET, END_BRACE] = [91, 123, 93, 125]
const CUT_OFF = Buffer.from('[\n')

interface How {
  readonly format?: Format | undefined
  readonly fixed?: boolean | undefined
}

/** Exports have their documents in one list, or over several lines: our own copy has each in a line of its own, which is read like all others. */
export async function documentsAsLines(
  files: readonly InputFile[],
  how: How,
  { workspace, signal }: { readonly workspace: Workspace; readonly signal?: AbortSignal | undefined },
): Promise<readonly InputFile[]> {
  const all: InputFile[] = []
  for (const [nth, file] of files.entries()) {
    const layout = file.beginningOf ? undefined : await layoutIn(file, how)
    if (layout === undefined) {
      all.push(file)
      continue
    }
    const { path } = workspace.nameless(`documents-${nth}`)
    const out = createWriteStream(path, { mode: 0o600, highWaterMark: 4 << 20 })
    await pipeline(linesOf(bytes(file), layout), out, signal ? { signal } : {})
    all.push({ ...file, path, compression: 'none', origin: file.origin ?? file.path })
  }
  return all
}

/** How a file is laid out that has not a document a line. Under differential privacy its name must say that it is JSON: what its rows say tells nothing. */
export async function layoutIn(file: InputFile, { format, fixed }: How): Promise<Layout | undefined> {
  if (file.written || (format !== undefined && !DOCUMENTS.includes(format))) return undefined
  if (fixed && !/\.json(\.gz|\.zst)?$/i.test(file.label)) return undefined
  if (firstBytes(file.path, 4).toString('latin1') === 'PAR1') return undefined
  const start = await head(file, HEAD_BYTES)
  return layoutOf(start, start.length < HEAD_BYTES)
}

/** Documents as lines, in pieces; a list that does not end leaves a line that is no document, so that it is noticed. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, { list }: Layout): AsyncGenerator<Buffer> {
  /** Documents stand at this depth; undefined outside of their list. */
  let base = list === undefined ? 0 : undefined
  let [depth, brackets, lists] = [0, 0, 0]
  let [inText, escaped, opened, begun, over] = [false, false, false, false, false]
  for await (const chunk of chunks) {
    const out = Buffer.allocUnsafe(2 * chunk.length)
    let to = 0
    const put = (byte: number) => {
      out[to++] = byte
      begun = true
    }
    const end = () => {
      if (begun) out[to++] = LF
      begun = false
    }
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      const within = base !== undefined
      const isBreak = byte === LF || byte === CR
      if (inText) {
        if (within) put(isBreak ? SPACE : byte)
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) inText = false
        continue
      }
      if (isBreak || byte === SPACE || byte === TAB) {
        if (within && begun) put(SPACE)
        continue
      }
      // A list is that of documents where its first value is an object, and it is the one.
      if (opened && byte === BRACE && brackets === 1 && lists++ === list && !over) base = depth
      opened = false
      if (byte === QUOTE) inText = true
      if (byte === BRACE || byte === BRACKET) {
        opened = byte === BRACKET && brackets === 0
        if (byte === BRACKET) brackets++
        depth++
      } else if (byte === END_BRACE || byte === END_BRACKET) {
        if (byte === END_BRACKET) brackets--
        depth = Math.max(0, depth - 1)
        if (base !== undefined && depth < base) {
          end()
          over = true
          base = list === undefined ? 0 : undefined
          continue
        }
      }
      if (base === undefined) continue
      if (byte === COMMA && depth === base && list !== undefined) end()
      else put(byte)
      if (list === undefined && depth === 0 && (byte === END_BRACE || byte === END_BRACKET)) end()
    }
    yield out.subarray(0, to)
  }
  if (begun) yield Buffer.from('\n')
  if (list !== undefined && !over && depth <= (base ?? depth)) yield CUT_OFF
}

/** The documents of the first part of a file; of a part that is not all, those before the last. */
export async function firstDocuments(start: Buffer, layout: Layout, whole: boolean): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of linesOf(Readable.from([start]), layout)) parts.push(part)
  const all = Buffer.concat(parts)
  return whole ? all : all.subarray(0, all.lastIndexOf(LF, -2) + 1)
}
