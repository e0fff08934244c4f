import { take, takeEmpty } from '../base/arena'
import { slotsFor } from './slots'

/** An entry: a text, where it stands, and twice 8 bytes that tell it apart at a glance. */
export const ENTRY: usize = 24
export const PLACE: usize = 4
export const MARKS: usize = 8
export const MORE_MARKS: usize = 16
/** A slot: a key, where its list begins and ends (never at 0), and its first text and one. */
const BEGIN: usize = 4
const END: usize = 8
const FIRST: usize = 12
/** Bits that tell at once that most keys have no list: few enough to stay near the processor. */
const SEEN: u32 = 23

/**
 * Lists of texts by a key of 32 bits, in the order in which they were put in. Keys may collide: whoever reads a list checks. A list
 * is read from one stretch of memory.
 */
@unmanaged
export class Lists {
  count: u32
  /** Of each text that was put in its key, and later the slot of its list. */
  keys: usize
  puts: usize
  /** Of each key: where its list begins and ends, in entries. */
  slots: usize
  mask: u32
  seen: usize
  seenShift: u32
  entries: usize
}

/** Where the list that was found begins and ends. */
export let begin: usize = 0
export let end: usize = 0

export function openLists(lists: Lists, most: u32): void {
  lists.count = 0
  lists.keys = take(<usize>most << 2)
  lists.puts = take(<usize>most * ENTRY)
}

export function putInto(lists: Lists, key: u32, text: i32, place: usize, marks: u64, more: u64): void {
  const nth = <usize>(lists.count++)
  store<u32>(lists.keys + (nth << 2), key)
  store<u32>(lists.puts + nth * ENTRY, text)
  store<u32>(lists.puts + nth * ENTRY, <u32>place, PLACE)
  store<u64>(lists.puts + nth * ENTRY, marks, MARKS)
  store<u64>(lists.puts + nth * ENTRY, more, MORE_MARKS)
}

/** Lays the lists out. */
export function closeLists(lists: Lists): void {
  const count = lists.count
  lists.mask = slotsFor(count) - 1
  lists.slots = takeEmpty((<usize>lists.mask + 1) << 4)
  const bits = min(SEEN, max<u32>(6, 36 - clz(count)))
  lists.seenShift = 32 - bits
  lists.seen = takeEmpty((<usize>1) << (bits - 3))
  for (let i: usize = 0; i < <usize>count; i++) {
    const key = load<u32>(lists.keys + (i << 2))
    const slot = slotFor(lists, key)
    if (load<u32>(slot, END) === 0) {
      store<u32>(slot, key)
      const bit = lists.seen + <usize>(key >> lists.seenShift >> 3)
      store<u8>(bit, load<u8>(bit) | (<u8>1 << <u8>((key >> lists.seenShift) & 7)))
    }
    store<u32>(slot, load<u32>(slot, END) + 1, END)
    store<u32>(lists.keys + (i << 2), <u32>slot)
  }
  // A list begins where its first text finds the next free place.
  lists.entries = take(<usize>count * ENTRY)
  let free: u32 = 0
  for (let i: usize = 0; i < <usize>count; i++) {
    const slot = <usize>load<u32>(lists.keys + (i << 2))
    const text = load<u32>(lists.puts + i * ENTRY)
    if (load<u32>(slot, FIRST) === 0) {
      const size = load<u32>(slot, END)
      store<u32>(slot, free, END)
      store<u32>(slot, free, BEGIN)
      store<u32>(slot, text + 1, FIRST)
      free += size
    }
    const at = load<u32>(slot, END)
    store<u32>(slot, at + 1, END)
    const entry = lists.entries + <usize>at * ENTRY
    store<u32>(entry, text)
    store<u32>(entry, load<u32>(lists.puts + i * ENTRY, PLACE), PLACE)
    store<u64>(entry, load<u64>(lists.puts + i * ENTRY, MARKS), MARKS)
    store<u64>(entry, load<u64>(lists.puts + i * ENTRY, MORE_MARKS), MORE_MARKS)
  }
}

/** Finds the list of a key: sets `begin` and `end` if there is one with a text before `best`. */
// @ts-ignore: decorator
@inline
export function find(lists: Lists, key: u32, best: i32): bool {
  const bit = key >> lists.seenShift
  if (((load<u8>(lists.seen + <usize>(bit >> 3)) >> <u8>(bit & 7)) & 1) === 0) return false
  const slot = slotFor(lists, key)
  if (load<u32>(slot, END) === 0 || <i32>load<u32>(slot, FIRST) > best) return false
  begin = lists.entries + <usize>load<u32>(slot, BEGIN) * ENTRY
  end = lists.entries + <usize>load<u32>(slot, END) * ENTRY
  return true
}

function slotFor(lists: Lists, key: u32): usize {
  let slot = key & lists.mask
  let at = lists.slots + (<usize>slot << 4)
  while (load<u32>(at, END) !== 0 && load<u32>(at) !== key) {
    slot = (slot + 1) & lists.mask
    at = lists.slots + (<usize>slot << 4)
  }
  return at
}

/** Several small numbers as one key. */
// @ts-ignore: decorator
@inline
export function keyOf(a: u32, b: u32): u32 {
  let key = (a ^ (b * 0x9e3779b1)) * 0x85ebca6b
  key = (key ^ (key >> 15)) * 0xc2b2ae35
  return key ^ (key >> 14)
}
