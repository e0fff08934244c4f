import { slotsFor, take, takeEmpty } from './arena'

/** An entry: a text, and 8 bytes that tell it apart at a glance. */
export const ENTRY: usize = 12
export const MARKS: usize = 4
/** Bits that tell at once that most keys have no list: few enough to stay near the processor. */
const SEEN: u32 = 23

/**
 * Lists of texts by a key of 32 bits, in the order in which they were put in. Keys may collide: whoever reads a list checks. A list
 * is read from one stretch of memory.
 */
@unmanaged
export class Lists {
  count: u32
  /** Of each text that was put in its key, and later its list. */
  keys: usize
  texts: usize
  slots: usize
  mask: u32
  seen: usize
  seenShift: u32
  starts: usize
  entries: usize
}

/** Where the list that was looked for begins and ends. */
export let begin: usize = 0
export let end: usize = 0

export function openLists(lists: Lists, most: u32): void {
  lists.count = 0
  lists.keys = take(<usize>most << 2)
  lists.texts = take(<usize>most << 2)
}

export function putInto(lists: Lists, key: u32, text: i32): void {
  const at = <usize>(lists.count++) << 2
  store<u32>(lists.keys + at, key)
  store<u32>(lists.texts + at, text)
}

/** Lays the lists out. The marks of the texts stand so many bytes apart. */
export function closeLists(lists: Lists, marks: usize, apart: usize): void {
  const count = lists.count
  lists.mask = slotsFor(count) - 1
  lists.slots = takeEmpty((<usize>lists.mask + 1) << 3)
  const bits = min(SEEN, max<u32>(6, 36 - clz(count)))
  lists.seenShift = 32 - bits
  lists.seen = takeEmpty((<usize>1) << (bits - 3))
  // starts[list + 1] is where the next text of a list goes: in the end, where the list ends
  const starts = takeEmpty((<usize>count + 2) << 2)
  lists.starts = starts
  let known: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const key = load<u32>(lists.keys + (<usize>i << 2))
    const slot = slotFor(lists, key)
    if (load<u32>(slot, 4) === 0) {
      store<u32>(slot, key)
      store<u32>(slot, ++known, 4)
      const bit = lists.seen + <usize>(key >> lists.seenShift >> 3)
      store<u8>(bit, load<u8>(bit) | (<u8>1 << <u8>((key >> lists.seenShift) & 7)))
    }
    const list = load<u32>(slot, 4) - 1
    store<u32>(lists.keys + (<usize>i << 2), list)
    const size = starts + ((<usize>list + 2) << 2)
    store<u32>(size, load<u32>(size) + 1)
  }
  for (let list: usize = 0; list < <usize>known; list++) {
    const at = starts + ((list + 1) << 2)
    store<u32>(at, load<u32>(at) + load<u32>(at, 4), 4)
  }
  lists.entries = take(<usize>count * ENTRY)
  for (let i: u32 = 0; i < count; i++) {
    const next = starts + ((<usize>load<u32>(lists.keys + (<usize>i << 2)) + 1) << 2)
    const entry = lists.entries + <usize>load<u32>(next) * ENTRY
    store<u32>(next, load<u32>(next) + 1)
    const text = load<u32>(lists.texts + (<usize>i << 2))
    store<u32>(entry, text)
    store<u64>(entry, load<u64>(marks + <usize>text * apart), MARKS)
  }
}

/** Finds the list of a key: `begin` and `end` are set; they are equal if there is none. */
// @ts-ignore: decorator
@inline
export function find(lists: Lists, key: u32): bool {
  const bit = key >> lists.seenShift
  if (((load<u8>(lists.seen + <usize>(bit >> 3)) >> <u8>(bit & 7)) & 1) === 0) return false
  const list = load<u32>(slotFor(lists, key), 4)
  if (list === 0) return false
  const at = lists.starts + (<usize>(list - 1) << 2)
  begin = lists.entries + <usize>load<u32>(at) * ENTRY
  end = lists.entries + <usize>load<u32>(at, 4) * ENTRY
  return true
}

function slotFor(lists: Lists, key: u32): usize {
  let slot = key & lists.mask
  let at = lists.slots + (<usize>slot << 3)
  while (load<u32>(at, 4) !== 0 && load<u32>(at) !== key) {
    slot = (slot + 1) & lists.mask
    at = lists.slots + (<usize>slot << 3)
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
