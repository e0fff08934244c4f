/** Counts rows and distinct persons per text in typed arrays, by a 64-bit hash of the text: ten million texts in 0.5 GB. */
export interface Tally {
  add(text: string, person: number): void
  readonly distinct: number
  readonly rows: number
  /** The rows and persons of every text, in places of their own; where there are no rows there is no text. */
  counts(): { readonly rows: Uint32Array; readonly persons: Uint32Array }
}

export function makeTally(): Tally {
  let slots = newSlots(1 << 16)
  let distinct = 0
  let rows = 0
  return {
    add(text, person) {
      const at = slotOf(slots, text)
      if (slots.rows[at] === 0) {
        slots.lastPerson[at] = -1
        distinct++
      }
      slots.rows[at]!++
      if (slots.lastPerson[at] !== person) slots.persons[at]!++
      slots.lastPerson[at] = person
      rows++
      if (distinct * 2 > slots.rows.length) slots = grown(slots)
    },
    get distinct() {
      return distinct
    },
    get rows() {
      return rows
    },
    counts: () => slots,
  }
}

/** A table with open addresses; a slot without rows is free. */
interface Slots {
  /** The two halves of the hash of the text. */
  readonly high: Uint32Array
  readonly low: Uint32Array
  readonly rows: Uint32Array
  readonly persons: Uint32Array
  readonly lastPerson: Int32Array
}

function newSlots(capacity: number): Slots {
  return {
    high: new Uint32Array(capacity),
    low: new Uint32Array(capacity),
    rows: new Uint32Array(capacity),
    persons: new Uint32Array(capacity),
    lastPerson: new Int32Array(capacity),
  }
}

/** The slot of a text, which has its hash from now on. */
function slotOf(slots: Slots, text: string): number {
  let h = 0x811c9dc5
  let l = 0x2f0b4a27
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    h = Math.imul(h ^ code, 0x01000193)
    l = Math.imul(l + code, 0x85ebca6b) ^ (l >>> 15)
  }
  return claim(slots, (h ^ (h >>> 15)) >>> 0, l >>> 0)
}

function claim({ high, low, rows }: Slots, h: number, l: number): number {
  const mask = rows.length - 1
  let at = (h ^ Math.imul(l, 0x9e3779b1)) & mask
  while (rows[at] !== 0 && (high[at] !== h || low[at] !== l)) at = (at + 1) & mask
  high[at] = h
  low[at] = l
  return at
}

function grown(old: Slots): Slots {
  const slots = newSlots(2 * old.rows.length)
  for (let i = 0; i < old.rows.length; i++) {
    if (old.rows[i] === 0) continue
    const at = claim(slots, old.high[i]!, old.low[i]!)
    slots.rows[at] = old.rows[i]!
    slots.persons[at] = old.persons[i]!
    slots.lastPerson[at] = old.lastPerson[i]!
  }
  return slots
}
