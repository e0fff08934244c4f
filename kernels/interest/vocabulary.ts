import { take, takeEmpty } from '../base/arena'
import { hashBytes, sameBytes } from './bytes'
import { slotsFor } from './slots'

// Numbers for the distinct words of a history.

let known: i32 = 0
/** Of each word: where its bytes are, their number, their hash. */
let places: usize = 0
let slots: usize = 0
let slotMask: u32 = 0
const FEW: u32 = 128
/** How many words the table takes before it grows. */
let full: i32 = 0

/** Room for so many words at most; the table starts small, since most words come again. */
export function openVocabulary(most: i32): void {
  known = 0
  places = take(<usize>most * 12)
  openSlots(FEW)
}

function openSlots(entries: u32): void {
  const count = slotsFor(entries)
  slotMask = count - 1
  full = <i32>(count >> 1)
  slots = takeEmpty((<usize>count) << 2)
}

function grow(): void {
  openSlots((<u32>full) << 1)
  for (let number = 1; number <= known; number++) {
    let slot = load<u32>(places + <usize>(number - 1) * 12, 8) & slotMask
    while (load<u32>(slots + ((<usize>slot) << 2)) !== 0) slot = (slot + 1) & slotMask
    store<u32>(slots + ((<usize>slot) << 2), number)
  }
}

export function wordNumber(at: usize, length: i32): i32 {
  const hash = hashBytes(at, length)
  let slot = hash & slotMask
  for (;;) {
    const number = load<u32>(slots + ((<usize>slot) << 2))
    if (number === 0) break
    const place = places + <usize>(number - 1) * 12
    if (load<u32>(place, 8) === hash && <i32>load<u32>(place, 4) === length && sameBytes(load<u32>(place), at, length))
      return number - 1
    slot = (slot + 1) & slotMask
  }
  const place = places + <usize>known * 12
  store<u32>(place, <u32>at)
  store<u32>(place, length, 4)
  store<u32>(place, hash, 8)
  store<u32>(slots + ((<usize>slot) << 2), ++known)
  if (known === full) grow()
  return known - 1
}
