import { below, drawOut, unit } from './chance'
import { degree, LINK, person, TO, WEIGHT } from './records'

let least: f64 = 0
let span: f64 = 0
let repeatsAtMost: i32 = 1
let seats: usize = 0
let ofSelf: i32 = 1
let ofFriend: i32 = 1

/** Friends have as many seats as they have friends themselves, and others' queries go to all alike. */
export let asPublished: bool = true

/** `room` is for a whole vector, a byte an element, and sixteen more. */
export function setVector(from: f64, to: f64, repeats: i32, room: usize): void {
  least = from
  span = to - from
  repeatsAtMost = repeats
  seats = room
}

/** Seats of a user and of each friend; none for a vector as published. */
export function setSeats(self: i32, friend: i32): void {
  asPublished = self === 0
  ofSelf = asPublished ? 1 : self
  ofFriend = friend
}

/** How often a friend stands in the vector. */
function seatsOf(friend: i32): i32 {
  return asPublished ? degree(person(friend)) : ofFriend
}

/**
 * Builds the pruned selection vector of whoever has `count` friendships from `first` on, at most 15; returns its length. Nobody may
 * stand in the vector more than 255 times.
 */
export function buildVector(first: usize, count: i32): i32 {
  const repeats = 1 + below(repeatsAtMost)
  const theta = least + span * unit()
  let end = seats
  let at = first
  for (let j = 0; j < count; j++, at += LINK) {
    const times = seatsOf(load<i32>(at, TO)) * repeats
    // Sixteen at a time, and up to fifteen too many, which the next ones overwrite.
    const sixteen = i8x16.splat(<i8>j)
    let i = 0
    do {
      v128.store(end + i, sixteen)
      i += 16
    } while (i < times)
    end += <usize>times
  }
  const own = ofSelf * repeats
  let i = 0
  do {
    v128.store(end + i, i8x16.splat(<i8>count))
    i += 16
  } while (i < own)
  end += own
  const length = <i32>(end - seats)
  const kept = max<i32>(1, <i32>Math.round(<f64>length * (1 - theta)))
  v128.store(seats, drawOut(seats, length, kept))
  at = first
  for (let j = 0; j < count; j++, at += LINK) store<i32>(at, load<u8>(seats + j), WEIGHT)
  return kept
}
