import { wider } from '../../base/numbers.js'

/** Distinct sequences of numbers, numbered as they come. */
export interface Sequences {
  /** Begins a sequence; what was begun and not finished is forgotten. */
  start(): void
  push(one: number): void
  length(): number
  /** The number of the sequence: that of an equal one, or a new one. */
  finish(): number
  size(): number
  of(sequence: number): Uint32Array
}

export function sequences(): Sequences {
  let numbers = new Uint32Array(1 << 16)
  let ends = new Uint32Array(1 << 12)
  let table = new Uint32Array(1 << 13) // 1 + a sequence, at the place of its hash or after
  let size = 0
  let begin = 0
  let at = 0

  const beginOf = (s: number) => (s === 0 ? 0 : ends[s - 1]!)

  /** Where an equal sequence stands in the table, or where it would. */
  function place(from: number, to: number): number {
    const mask = table.length - 1
    for (let p = hash(numbers, from, to) & mask; ; p = (p + 1) & mask) {
      const s = table[p]! - 1
      if (s < 0 || same(numbers, from, to, beginOf(s), ends[s]!)) return p
    }
  }

  function grow(): void {
    ends = wider(ends)
    table = new Uint32Array(2 * table.length)
    for (let s = 0; s < size; s++) table[place(beginOf(s), ends[s]!)] = s + 1
  }

  return {
    start() {
      at = begin
    },
    push(one) {
      if (at === numbers.length) numbers = wider(numbers)
      numbers[at++] = one
    },
    length: () => at - begin,
    finish() {
      const p = place(begin, at)
      if (table[p] !== 0) return table[p]! - 1
      table[p] = size + 1
      ends[size++] = at
      begin = at
      if (size === ends.length) grow()
      return size - 1
    },
    size: () => size,
    of: (s) => numbers.subarray(beginOf(s), ends[s]!),
  }
}

function hash(numbers: Uint32Array, from: number, to: number): number {
  let h = 0x811c9dc5
  for (let i = from; i < to; i++) h = Math.imul(h ^ numbers[i]!, 0x9e3779b1) ^ (h >>> 15)
  return (h ^ (h >>> 16)) >>> 0
}

function same(numbers: Uint32Array, from: number, to: number, other: number, otherEnd: number): boolean {
  if (otherEnd - other !== to - from) return false
  for (let i = from; i < to; i++) if (numbers[i] !== numbers[other + i - from]) return false
  return true
}
