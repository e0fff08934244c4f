import { take, takeEmpty } from '../base/arena'
import { slotOf } from './bytes'
import { slotsFor } from './slots'

/** A table that numbers keys of 64 bits in the order in which they come. */
@unmanaged
export class Numbers {
  known: i32
  keys: usize
  slots: usize
  mask: u32
}

export function openNumbers(numbers: Numbers, most: i32): void {
  numbers.known = 0
  numbers.keys = take((<usize>most) << 3)
  numbers.mask = slotsFor(most) - 1
  numbers.slots = takeEmpty((<usize>numbers.mask + 1) << 2)
}

export function numberOf(numbers: Numbers, key: u64): i32 {
  let slot = slotOf(key) & numbers.mask
  let number = load<u32>(numbers.slots + ((<usize>slot) << 2))
  while (number !== 0 && load<u64>(numbers.keys + ((<usize>(number - 1)) << 3)) !== key) {
    slot = (slot + 1) & numbers.mask
    number = load<u32>(numbers.slots + ((<usize>slot) << 2))
  }
  if (number !== 0) return number - 1
  store<u64>(numbers.keys + ((<usize>numbers.known) << 3), key)
  store<u32>(numbers.slots + ((<usize>slot) << 2), ++numbers.known)
  return numbers.known - 1
}
