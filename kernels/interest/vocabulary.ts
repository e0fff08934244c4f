import { slotsFor, take, takeEmpty } from './arena'
import { hashBytes, sameBytes } from './bytes'

// Numbers for the distinct words of a history.

let known: i32 = 0
/** Of each word: where its bytes are, their number, their hash. */
let places: usize = 0
let slots: usize = 0
let slotMask: u32 = 0

export function openVocabulary(most: i32): void {
  known = 0
  places = take(<usize>most * 12)
  slotMask = slotsFor(most) - 1
  slots = takeEmpty((<usize>slotMask + 1) << 2)
}

export function wordNumber(at: usize, length: i32): i32 {
  const hash = hashBytes(at, length)
  let slot = hash & slotMask
  for (;;) {
    const number = load<u32>(slots + (<usize>slot << 2))
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
  store<u32>(slots + (<usize>slot << 2), ++known)
  return known - 1
}
