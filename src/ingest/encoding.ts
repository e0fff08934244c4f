import { isUtf8 } from 'node:buffer'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { fail } from '../base/errors.js'
import { bytes, head } from './bytes.js'
import type { InputFile } from './input-file.js'

/** The name of an encoding as decoders know it. */
export function checkEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding
  } catch {
    fail(
      'usage',
      `there is no encoding '${name}'`,
      'Name one such as latin1, windows-1252, utf-16le, shift-jis, gb18030, euc-kr, windows-1251.',
    )
  }
}

/** UTF-16, by the mark of the byte order, which is no row. */
export function markedUtf16(start: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined
}

/** The same by that, or by every other byte's being zero. */
export function utf16In(start: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const marked = markedUtf16(start)
  if (marked !== undefined) return marked
  const zeros = [0, 0] as [number, number]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[(at % 2) as 0 | 1]++
  if (start.length < 16) return undefined
  if (zeros[1] > start.length / 3 && zeros[0] < start.length / 20) return 'utf-16le'
  return zeros[0] > start.length / 3 && zeros[1] < start.length / 20 ? 'utf-16be' : undefined
}

/**
 * Writes the text of a file anew as UTF-8. A byte that its encoding does not have becomes one that UTF-8 does not have either, so that its line, and no
 * other, is set aside.
 */
export async function transcode(
  file: InputFile,
  encoding: string,
  target: string,
  signal?: AbortSignal,
): Promise<void> {
  const decoder = new TextDecoder(encoding)
  const texts = async function* () {
    for await (const chunk of bytes(file)) yield broken(decoder.decode(chunk, { stream: true }))
    yield broken(decoder.decode())
  }
  await pipeline(texts, createWriteStream(target, { mode: 0o600 }), signal ? { signal } : {})
}

function broken(text: string): Buffer {
  if (!text.includes('\uFFFD')) return Buffer.from(text, 'utf8')
  return Buffer.concat(
    text.split('\uFFFD').flatMap((part, i) => [...(i > 0 ? [Buffer.from([0xff])] : []), Buffer.from(part, 'utf8')]),
  )
}

/** Encodings to try, each with what only its texts are made of, and how much that says: anything reads as Han, hardly anything as kana. */
const EAST: readonly (readonly [string, RegExp, number])[] = [
  ['shift_jis', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 3],
  ['euc-jp', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 3],
  ['euc-kr', /\p{Script=Hangul}/gu, 2],
  ['gb18030', /\p{Script=Han}/gu, 1],
  ['big5', /\p{Script=Han}/gu, 1],
  ['windows-1251', /[а-яё]/g, 0.5],
]

/** How text is probably encoded that is not UTF-8: for a word of advice, never acted upon. */
export async function likelyEncoding(file: InputFile): Promise<string | undefined> {
  const start = await head(file, 1 << 20)
  if (isUtf8(start.subarray(0, start.lastIndexOf(10) + 1))) return undefined
  const text = start.toString('latin1')
  const high = text.match(/[\x80-\xff]/g)?.length ?? 0
  // Western letters stand by one or two among others; those of the East in long runs.
  const few = text.match(/(?<=[a-z])[\x80-\xff]{1,2}(?![\x80-\xff])|(?<![\x80-\xff])[\x80-\xff]{1,2}(?=[a-z])/gi) ?? []
  if (2 * few.join('').length > high) return 'windows-1252'
  const shares = EAST.map(([encoding, letters, weight]) => {
    const decoded = new TextDecoder(encoding).decode(start)
    const wrong = decoded.match(/[\uFFFD\p{Co}]/gu)?.length ?? 0
    return { encoding, share: (weight * (decoded.match(letters)?.length ?? 0) - 10 * wrong) / high }
  })
  const best = shares.reduce((a, b) => (b.share > a.share ? b : a))
  return best.share > 0.2 ? best.encoding : 'windows-1252'
}
