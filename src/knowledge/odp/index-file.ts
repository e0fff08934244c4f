import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import type { CategoryArrays } from '../category-index.js'

const FORMAT = 'lethe categories 1'
const FIELDS = ['parent', 'titleAt', 'keyHigh', 'keyLow', 'keyAt', 'found', 'titles'] as const

/** What an index was made of: it is used again only if that is unchanged. */
export interface IndexHead {
  readonly made: string
  readonly from: readonly { readonly bytes: number; readonly modified: number }[]
}
interface Head extends IndexHead {
  readonly format: typeof FORMAT
  readonly lengths: readonly number[]
}

/** Writes the arrays one after the other behind a line of JSON, beside its place first. */
export function writeIndexFile(path: string, head: IndexHead, arrays: CategoryArrays): void {
  const lengths = FIELDS.map((field) => arrays[field].byteLength)
  const line = `${JSON.stringify({ ...head, format: FORMAT, lengths } satisfies Head)}\n`
  const padded = line.trimEnd().padEnd(Math.ceil(line.length / 8) * 8 - 1) + '\n' // arrays begin at a multiple of eight
  const partial = `${path}.partial`
  const file = openSync(partial, 'w')
  try {
    writeAll(file, Buffer.from(padded))
    for (const field of FIELDS) {
      const { buffer, byteOffset, byteLength } = arrays[field]
      writeAll(file, Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength))
    }
  } catch (cause) {
    rmSync(partial, { force: true })
    throw cause
  } finally {
    closeSync(file)
  }
  renameSync(partial, path)
}

function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** Opens an index, or gives nothing if it is another format or cut off. */
export function readIndexFile(path: string): { readonly head: IndexHead; readonly arrays: CategoryArrays } | undefined {
  const bytes = readFileSync(path)
  const whole = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const headEnd = bytes.indexOf(10)
  let head: Head
  try {
    head = JSON.parse(bytes.toString('utf8', 0, headEnd)) as Head
  } catch {
    return undefined
  }
  const needed = head.lengths?.reduce((sum, length) => sum + length, headEnd + 1)
  if (head.format !== FORMAT || needed !== bytes.length) return undefined
  let at = headEnd + 1
  const starts = head.lengths.map((length) => {
    at += length
    return at - length
  })
  const words = (i: number) => new Uint32Array(whole, starts[i], head.lengths[i]! / 4)
  return {
    head,
    arrays: {
      parent: new Int32Array(whole, starts[0], head.lengths[0]! / 4),
      titleAt: words(1),
      keyHigh: words(2),
      keyLow: words(3),
      keyAt: words(4),
      found: words(5),
      titles: new Uint8Array(whole, starts[6], head.lengths[6]),
    },
  }
}
