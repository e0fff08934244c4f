import { grown } from './arrays.js'
import { Sets } from './sets.js'
import { Spans } from './spans.js'

const BLANK = 0x20
const SURROGATES = 0xd800

/**
 * The distinct texts of one history in the order of their first appearance, as numbers only. A sign is a code point; those
 * beyond 16 bits stand in the gap that surrogates leave. Words are what stands between blanks.
 */
export class Texts {
  signs = new Uint16Array(1 << 12)
  readonly texts = new Spans()
  /** Letters of each text as bits: those that occur, and those that occur twice. */
  letters = new Int32Array(256)
  twice = new Int32Array(256)
  readonly words = new Sets()
  private readonly vocabulary = new Spans()
  private used = 0
  private readonly beyond = new Map<number, number>()

  get count(): number {
    return this.texts.count
  }

  clear(): void {
    this.texts.clear()
    this.words.clear()
    this.vocabulary.clear()
    this.used = 0
    this.beyond.clear()
  }

  /** The number of the text that stands in `bytes` (UTF-8). */
  add(bytes: Uint8Array, from: number, to: number): number {
    this.signs = grown(this.signs, this.used + to - from)
    const end = this.decode(bytes, from, to, this.used)
    const known = this.texts.count
    const text = this.texts.number(this.signs, this.used, end - this.used)
    if (text < known) return text
    this.noteLetters(text, end)
    this.cutWords(this.used, end)
    this.used = end
    return text
  }

  private noteLetters(text: number, end: number): void {
    let letters = 0
    let twice = 0
    for (let i = this.used; i < end; i++) {
      const bit = 1 << (this.signs[i]! & 31)
      twice |= letters & bit
      letters |= bit
    }
    this.letters = grown(this.letters, text + 1)
    this.twice = grown(this.twice, text + 1)
    this.letters[text] = letters
    this.twice[text] = twice
  }

  private cutWords(from: number, to: number): void {
    this.words.open()
    for (let i = from; i < to; ) {
      while (i < to && this.signs[i] === BLANK) i++
      const begin = i
      while (i < to && this.signs[i] !== BLANK) i++
      if (i > begin) this.words.put(this.vocabulary.number(this.signs, begin, i - begin))
    }
  }

  private decode(bytes: Uint8Array, from: number, to: number, at: number): number {
    const { signs } = this
    let end = at
    for (let i = from; i < to; ) {
      const byte = bytes[i]!
      if (byte < 0x80) {
        signs[end++] = byte
        i++
      } else if (byte < 0xe0) {
        signs[end++] = ((byte & 31) << 6) | (bytes[i + 1]! & 63)
        i += 2
      } else if (byte < 0xf0) {
        signs[end++] = ((byte & 15) << 12) | ((bytes[i + 1]! & 63) << 6) | (bytes[i + 2]! & 63)
        i += 3
      } else {
        signs[end++] = this.rareSign(bytes, i)
        i += 4
      }
    }
    return end
  }

  /** Nobody writes 2,048 different signs beyond 16 bits; if somebody does, some of them look alike. */
  private rareSign(bytes: Uint8Array, i: number): number {
    const high = ((bytes[i]! & 7) << 18) | ((bytes[i + 1]! & 63) << 12)
    const point = high | ((bytes[i + 2]! & 63) << 6) | (bytes[i + 3]! & 63)
    const number = this.beyond.get(point) ?? this.beyond.size
    this.beyond.set(point, number)
    return SURROGATES + (number & 2047)
  }
}
