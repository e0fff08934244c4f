import { wider } from '../../base/numbers.js'

/** Distinct words, numbered as they come. Their bytes stand one after another: no text is made of a word before it is asked for. */
export class Words {
  size = 0
  private bytes = new Uint8Array(1 << 16)
  private ends = new Uint32Array(1 << 10)
  private hashes = new Int32Array(1 << 10)
  /** 1 + a word, at the place of its hash or after. */
  private table = new Uint32Array(1 << 11)

  /** The number of the word that stands in some bytes: that of an equal one, or a new one. `hash` is theirs by `hashed`, byte by byte. */
  code(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const mask = this.table.length - 1
    let p = mixed(hash) & mask
    for (let found = this.table[p]!; found !== 0; found = this.table[p]!) {
      if (this.hashes[found - 1] === hash && this.same(found - 1, bytes, from, to)) return found - 1
      p = (p + 1) & mask
    }
    const word = this.size++
    this.table[p] = word + 1
    this.hashes[word] = hash
    const begin = this.begin(word)
    const end = begin + to - from
    if (end > this.bytes.length) this.widen(end)
    for (let i = 0; i < to - from; i++) this.bytes[begin + i] = bytes[from + i]!
    this.ends[word] = end
    if (this.size === this.ends.length) this.grow()
    return word
  }

  /** Words by their bytes. */
  sorted(): Uint32Array {
    // The first bytes and the number in one: few words need to be looked at twice.
    const keys = new BigUint64Array(this.size)
    const halves = new Uint32Array(keys.buffer)
    for (let word = 0; word < this.size; word++) {
      halves[2 * word] = word
      halves[2 * word + 1] = this.first(word)
    }
    keys.sort()
    const order = Uint32Array.from({ length: this.size }, (_, i) => halves[2 * i]!)
    for (let i = 0; i < order.length; ) {
      const begin = i
      while (i < order.length && halves[2 * i + 1] === halves[2 * begin + 1]) i++
      if (i - begin > 1) order.subarray(begin, i).sort((a, b) => this.compare(a, b))
    }
    return order
  }

  /** Bytes of a word. */
  length(word: number): number {
    return this.ends[word]! - this.begin(word)
  }

  /** Puts a word into bytes. Gives the place behind it. */
  put(word: number, into: Uint8Array, at: number): number {
    const end = this.ends[word]!
    for (let i = this.begin(word); i < end; i++) into[at++] = this.bytes[i]!
    return at
  }

  text(word: number): string {
    return Buffer.from(this.bytes.buffer, this.begin(word), this.length(word)).toString()
  }

  private begin(word: number): number {
    return word === 0 ? 0 : this.ends[word - 1]!
  }

  private same(word: number, bytes: Uint8Array, from: number, to: number): boolean {
    const begin = this.begin(word)
    if (this.length(word) !== to - from) return false
    for (let i = 0; i < to - from; i++) if (this.bytes[begin + i] !== bytes[from + i]) return false
    return true
  }

  private first(word: number): number {
    const begin = this.begin(word)
    const length = this.length(word)
    let first = 0
    for (let i = 0; i < 4; i++) first = (first << 8) | (i < length ? this.bytes[begin + i]! : 0)
    return first
  }

  private compare(a: number, b: number): number {
    const [x, y] = [this.begin(a), this.begin(b)]
    const [xs, ys] = [this.length(a), this.length(b)]
    for (let i = 0; i < Math.min(xs, ys); i++)
      if (this.bytes[x + i] !== this.bytes[y + i]) return this.bytes[x + i]! - this.bytes[y + i]!
    return xs - ys
  }

  private widen(least: number): void {
    const more = new Uint8Array(Math.max(2 * this.bytes.length, least))
    more.set(this.bytes)
    this.bytes = more
  }

  private grow(): void {
    this.ends = wider(this.ends)
    this.hashes = wider(this.hashes)
    this.table = new Uint32Array(2 * this.table.length)
    const mask = this.table.length - 1
    for (let word = 0; word < this.size; word++) {
      let p = mixed(this.hashes[word]!) & mask
      while (this.table[p] !== 0) p = (p + 1) & mask
      this.table[p] = word + 1
    }
  }
}

/** The hash of nothing, and of what went before with a byte more. */
export const NOTHING = 0x811c9dc5 | 0
export function hashed(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193)
}

/** Low bits that all others have a part in. */
function mixed(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 11
}
