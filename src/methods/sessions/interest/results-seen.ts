import { emptied, grown } from './arrays.js'

const LEAST = 256

/** Which results each text of a history has, by numbers that stand for them. */
export class ResultsSeen {
  private slots = new Int32Array(2 * LEAST)
  private keys = new Float64Array(LEAST)
  /** The first text with a result. */
  private firstText = new Int32Array(LEAST)
  private known = 0
  private texts = new Int32Array(LEAST)
  private results = new Int32Array(LEAST)
  private pairs = 0
  private first = new Int32Array(LEAST)

  clear(): void {
    this.slots = emptied(this.slots, this.known, 2 * LEAST)
    this.known = 0
    this.pairs = 0
  }

  add(text: number, key: number): void {
    const result = this.number(key)
    if (text < this.firstText[result]!) this.firstText[result] = text
    this.texts = grown(this.texts, this.pairs + 1)
    this.results = grown(this.results, this.pairs + 1)
    this.texts[this.pairs] = text
    this.results[this.pairs++] = result
  }

  /** For each text the first text that shares a result with it, itself where no earlier one does. */
  firstTexts(count: number): Int32Array {
    this.first = grown(this.first, count)
    for (let text = 0; text < count; text++) this.first[text] = text
    for (let i = 0; i < this.pairs; i++) {
      const earliest = this.firstText[this.results[i]!]!
      if (earliest < this.first[this.texts[i]!]!) this.first[this.texts[i]!] = earliest
    }
    return this.first
  }

  private number(key: number): number {
    const { slots } = this
    let slot = slotOf(key) & (slots.length - 1)
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1))
      if (this.keys[slots[slot]! - 1] === key) return slots[slot]! - 1
    const number = this.known++
    this.keys = grown(this.keys, this.known)
    this.firstText = grown(this.firstText, this.known)
    this.keys[number] = key
    this.firstText[number] = 0x7fffffff
    slots[slot] = number + 1
    if (this.known * 2 > slots.length) this.spread()
    return number
  }

  private spread(): void {
    const slots = new Int32Array(this.slots.length * 4)
    for (let number = 0; number < this.known; number++) {
      let slot = slotOf(this.keys[number]!) & (slots.length - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = number + 1
    }
    this.slots = slots
  }
}

/** Keys are hashes of 52 bits: any of them will do. */
function slotOf(key: number): number {
  return key >>> 0
}
