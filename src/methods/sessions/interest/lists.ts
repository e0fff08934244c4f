import { emptied, grown } from './arrays.js'

const LEAST = 1024

/** Lists of texts by a 32-bit key, in the order in which they were added. Keys may collide: whoever reads a list checks. */
export class Lists {
  private slots = new Int32Array(LEAST)
  private keys = new Int32Array(LEAST)
  private heads = new Int32Array(LEAST)
  private tails = new Int32Array(LEAST)
  private used = 0
  private entries = 0
  text = new Int32Array(LEAST)
  /** The entry after an entry, -1 at the end. */
  next = new Int32Array(LEAST)

  clear(): void {
    this.slots = emptied(this.slots, this.used, LEAST)
    this.used = 0
    this.entries = 0
  }

  /** The first entry of a list, or -1. */
  head(key: number): number {
    const { slots, keys } = this
    let slot = mix(key) & (slots.length - 1)
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1))
      if (keys[slots[slot]! - 1] === key) return this.heads[slots[slot]! - 1]!
    return -1
  }

  add(key: number, text: number): void {
    const entry = this.entries++
    this.text = grown(this.text, this.entries)
    this.next = grown(this.next, this.entries)
    this.text[entry] = text
    this.next[entry] = -1
    let slot = mix(key) & (this.slots.length - 1)
    for (; this.slots[slot] !== 0; slot = (slot + 1) & (this.slots.length - 1)) {
      const list = this.slots[slot]! - 1
      if (this.keys[list] !== key) continue
      this.next[this.tails[list]!] = entry
      this.tails[list] = entry
      return
    }
    this.open(key, entry, slot)
  }

  private open(key: number, entry: number, slot: number): void {
    const list = this.used++
    this.keys = grown(this.keys, this.used)
    this.heads = grown(this.heads, this.used)
    this.tails = grown(this.tails, this.used)
    this.keys[list] = key
    this.heads[list] = entry
    this.tails[list] = entry
    this.slots[slot] = list + 1
    if (this.used * 2 > this.slots.length) this.spread()
  }

  private spread(): void {
    const slots = new Int32Array(this.slots.length * 4)
    for (let list = 0; list < this.used; list++) {
      let slot = mix(this.keys[list]!) & (slots.length - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = list + 1
    }
    this.slots = slots
  }
}

function mix(key: number): number {
  const once = Math.imul(key ^ (key >>> 16), 0x7feb352d)
  return Math.imul(once ^ (once >>> 15), 0x846ca68b) >>> 7
}

/** Several small numbers as one key. */
export function keyOf(a: number, b: number, c: number, d: number): number {
  let key = Math.imul(a, 0x9e3779b1) ^ b
  key = Math.imul(key ^ (key >>> 15), 0x85ebca6b) ^ c
  return Math.imul(key ^ (key >>> 13), 0xc2b2ae35) ^ d
}
