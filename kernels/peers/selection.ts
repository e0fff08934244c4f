import { below, unit } from './chance'
import { degree, LINK, link, person, TO, WEIGHT } from './records'

let least: f64 = 0
let span: f64 = 0
let repeatsAtMost: i32 = 1
let seats: usize = 0

/** `room` holds a whole vector, four bytes an element, and sixteen more. */
export function setVector(from: f64, to: f64, repeats: i32, room: usize): void {
  least = from
  span = to - from
  repeatsAtMost = repeats
  seats = room
}

/** Builds the pruned selection vector of whoever has `count` friendships from `first` on; returns its length. */
export function buildVector(first: usize, count: i32): i32 {
  const repeats = 1 + below(repeatsAtMost)
  const theta = least + span * unit()
  let end = seats
  let at = first
  for (let j = 0; j < count; j++, at += LINK) {
    const times = degree(person(load<i32>(at, TO))) * repeats
    // Four at a time, and up to three too many, which the next ones overwrite.
    const four = i32x4.splat(j)
    for (let i = 0; i < times; i += 4) v128.store(end + ((<usize>i) << 2), four)
    end += (<usize>times) << 2
    store<i32>(at, 0, WEIGHT)
  }
  for (let i = 0; i < repeats; i++, end += 4) store<i32>(end, count)
  const length = <i32>((end - seats) >> 2)
  const kept = max<i32>(1, <i32>Math.round(<f64>length * (1 - theta)))
  let seat = seats
  for (let left = length; left > length - kept; left--, seat += 4) {
    const drawn = seat + ((<usize>below(left)) << 2)
    const j = load<i32>(drawn)
    store<i32>(drawn, load<i32>(seat))
    if (j == count) continue
    const weight = first + (<usize>j) * LINK
    store<i32>(weight, load<i32>(weight, WEIGHT) + 1, WEIGHT)
  }
  return kept
}
