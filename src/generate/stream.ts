/** Scrambles a 32-bit whole number; neighbours come out unrelated. */
function scramble(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** Two whole numbers into one of 32 bits; order counts. */
export function mix(a: number, b: number): number {
  return scramble(Math.imul(a, 0x9e3779b1) ^ scramble(b + 0x7f4a7c15)) >>> 0
}

/** A text into 32 bits. */
export function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return scramble(h) >>> 0
}

/**
 * A repeatable run of chance, cheap to open: every person, every shared query and every address of the made-up web
 * has its own, keyed by what it is, so that users can be generated in any order and on any thread with the same result.
 * Whole-number arithmetic only (small fast counting generator, 128 bits of state).
 */
export class Stream {
  private a = 0
  private b = 0
  private c = 0
  private d = 1

  constructor(...keys: readonly number[]) {
    let key = 0x243f6a88
    for (const part of keys) key = mix(key, part)
    this.open(key, keys.length > 0 ? keys[keys.length - 1]! : 0)
  }

  /** Starts over from a key, without a new object. */
  open(key: number, second = 0): this {
    this.a = key | 0
    this.b = scramble(key ^ 0x5851f42d)
    this.c = scramble(second ^ 0x14057b7e)
    this.d = 1
    for (let i = 0; i < 8; i++) this.uint32()
    return this
  }

  uint32(): number {
    const t = (((this.a + this.b) | 0) + this.d) | 0
    this.d = (this.d + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (this.c << 21) | (this.c >>> 11)
    this.c = (this.c + t) | 0
    return t >>> 0
  }

  /** In [0, 1). */
  unit(): number {
    return this.uint32() * 2 ** -32
  }

  /** From 0 to n - 1; n far below 2^32, so that the bias of the last block does not matter in a simulation. */
  below(n: number): number {
    return Math.floor(this.uint32() * 2 ** -32 * n)
  }

  chance(p: number): boolean {
    return this.uint32() * 2 ** -32 < p
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }
}
