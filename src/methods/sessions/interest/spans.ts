import { emptied, FNV, grown } from './arrays.js'

const LEAST = 256

/** Numbers for distinct stretches of an array of signs: texts or words. */
export class Spans {
  count = 0
  from = new Int32Array(LEAST)
  length = new Int32Array(LEAST)
  private hash = new Int32Array(LEAST)
  private slots = new Int32Array(2 * LEAST)

  clear(): void {
    this.slots = emptied(this.slots, this.count, 2 * LEAST)
    this.count = 0
  }

  /** The number of a stretch; `count` grows if it is new. */
  number(signs: Uint16Array, from: number, length: number): number {
    let hash = length
    for (let i = from; i < from + length; i++) hash = Math.imul(hash ^ signs[i]!, FNV)
    hash ^= hash >>> 15
    const { slots } = this
    let slot = hash & (slots.length - 1)
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const known = slots[slot]! - 1
      if (this.hash[known] === hash && this.equals(signs, known, from, length)) return known
    }
    return this.take(from, length, hash, slot)
  }

  private equals(signs: Uint16Array, known: number, from: number, length: number): boolean {
    if (this.length[known] !== length) return false
    const other = this.from[known]!
    for (let i = 0; i < length; i++) if (signs[other + i] !== signs[from + i]) return false
    return true
  }

  private take(from: number, length: number, hash: number, slot: number): number {
    const number = this.count++
    if (this.count > this.from.length) {
      this.from = grown(this.from, this.count)
      this.length = grown(this.length, this.count)
      this.hash = grown(this.hash, this.count)
    }
    this.from[number] = from
    this.length[number] = length
    this.hash[number] = hash
    this.slots[slot] = number + 1
    if (this.count * 2 > this.slots.length) this.spread()
    return number
  }

  private spread(): void {
    const slots = new Int32Array(this.slots.length * 4)
    for (let number = 0; number < this.count; number++) {
      let slot = this.hash[number]! & (slots.length - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = number + 1
    }
    this.slots = slots
  }
}
