// The peers' protocol [Erola13] §4.3 on every peer of a graph: what src/peer/protocol decides, draw by draw.
import { below, unit } from './peers/chance'
import {
  BACK,
  degree,
  FIRST,
  LENGTH_MASK,
  LINK,
  link,
  person,
  SAVED_SHIFT,
  SELFISH,
  TO,
  TRUST,
  VECTOR,
  WEIGHT,
} from './peers/records'
import { asPublished, buildVector } from './peers/selection'
import { carried, tallyUp } from './peers/tally'

export { seed } from './peers/chance'
export { setRecords } from './peers/records'
export { setSeats, setVector } from './peers/selection'
export { setTally } from './peers/tally'

let zeta: f64 = 0
let path: usize = 0
let tried: usize = 0

let again: i32 = 0
let savedAtMost: i32 = 0

/** Offers refused on the way of the latest query. */
export let refusals: i32 = 0

/** Where the way of a query is left, and the marks of who has been tried, a byte each, all zero. */
export function setWay(pathAt: usize, triedAt: usize, price: f64): void {
  path = pathAt
  tried = triedAt
  zeta = price
}

/** A second friend is asked for one in so many queries; so much may be saved up for it at the most. */
export function setAgain(oneIn: i32, atMost: i32): void {
  again = oneIn
  savedAtMost = min<i32>(2 * oneIn, atMost)
}

// @ts-ignore: decorator
@inline
function accepts(at: usize): bool {
  const p = <f64>load<f32>(at, TRUST)
  return p >= 1 || unit() < p
}

// @ts-ignore: decorator
@inline
function lower(at: usize): void {
  store<f32>(at, <f32>max<f64>(0, <f64>load<f32>(at, TRUST) - zeta), TRUST)
}

// @ts-ignore: decorator
@inline
function raise(at: usize): void {
  store<f32>(at, <f32>min<f64>(1, <f64>load<f32>(at, TRUST) + 2 * zeta), TRUST)
}

// @ts-ignore: decorator
@inline
function offer(at: usize): bool {
  const theirs = link(load<i32>(at, BACK))
  if (load<i32>(person(load<i32>(at, TO)), VECTOR) < SELFISH && accepts(theirs)) {
    lower(theirs)
    return true
  }
  lower(at)
  return false
}

function forget(refused: i32, count: i32): void {
  memory.fill(tried, 0, count)
  refusals += refused
}

/** The seats of friends in a vector, without the one numbered `brought`. */
function seatsBesides(first: usize, count: i32, brought: i32): i32 {
  let length = 0
  let at = first
  for (let j = 0; j < count; j++, at += LINK) if (j != brought) length += load<i32>(at, WEIGHT)
  return length
}

/**
 * A friendship drawn from a vector of which `length` seats are left: without the one numbered `without`, or with all for -1. 0 for the
 * holder herself.
 */
function draw(first: usize, count: i32, length: i32, without: i32): usize {
  if (length <= 0) return 0
  let rest = below(length)
  let at = first
  for (let j = 0; j < count; j++, at += LINK) {
    if (j == without) continue
    const weight = load<i32>(at, WEIGHT)
    if (rest < weight) return at
    rest -= weight
  }
  return 0
}

/** Adds to what somebody has saved up for asking again. */
// @ts-ignore: decorator
@inline
function save(at: usize, by: i32): void {
  store<i32>(at, load<i32>(at, VECTOR) + (by << SAVED_SHIFT), VECTOR)
}

/**
 * The friendship by which a query of the holder at `at` goes on, drawn from the vector; 0 if she submits it. `brought` is the number of
 * the friendship by which it came, -1 for one's own: the first draw is without it and without the holder, a second one ends there.
 */
function handOut(at: usize, first: usize, count: i32, length: i32, brought: i32): usize {
  const seats = brought >= 0 ? seatsBesides(first, count, brought) : length
  const chosen = draw(first, count, seats, brought)
  if (chosen == 0) return 0
  let saved = (load<i32>(at, VECTOR) >> SAVED_SHIFT) & 15
  if (saved < savedAtMost) {
    save(at, 1)
    saved++
  }
  if (offer(chosen)) return chosen
  refusals++
  if (saved < again) return 0
  save(at, -again)
  const number = <i32>((chosen - first) / LINK)
  const other = draw(first, count, length - load<i32>(chosen, WEIGHT), number)
  if (other == 0 || <i32>((other - first) / LINK) == brought) return 0
  if (offer(other)) return other
  refusals++
  return 0
}

/** As published: the friendship by which one's own query goes out; 0 if the user submits it. */
function askAround(first: usize, count: i32, length: i32): usize {
  let left = length
  let refused = 0
  let chosen: usize = 0
  while (left > 0) {
    let rest = below(left)
    let j = 0
    let at = first
    for (; j < count; j++, at += LINK) {
      if (refused > 0 && load<u8>(tried + j) != 0) continue
      const weight = load<i32>(at, WEIGHT)
      if (rest < weight) break
      rest -= weight
    }
    if (j == count) break
    if (offer(at)) {
      chosen = at
      break
    }
    store<u8>(tried + j, 1)
    left -= load<i32>(at, WEIGHT)
    refused++
  }
  if (refused > 0) forget(refused, count)
  return chosen
}

/** As published: the friendship by which a query goes on that came by the one numbered `brought`; 0 if its holder submits it. */
function handOn(first: usize, count: i32, brought: i32): usize {
  let refused = 0
  let chosen: usize = 0
  for (let left = count - 1; left > 0; left--) {
    let rest = below(left)
    let j = rest < brought ? rest : rest + 1
    if (refused > 0) for (j = 0; ; j++) if (j != brought && load<u8>(tried + j) == 0 && rest-- == 0) break
    const at = first + (<usize>j) * LINK
    if (offer(at)) {
      chosen = at
      break
    }
    store<u8>(tried + j, 1)
    refused++
  }
  if (refused > 0) forget(refused, count)
  return chosen
}

/** Whether the peer has held the query before. */
// @ts-ignore: decorator
@inline
function met(hops: usize, peer: i32): bool {
  for (let at = path; at < path + hops; at += 4) if (load<i32>(at) == peer) return true
  return false
}

/** The length of a person's vector, which is made when it is first needed. */
// @ts-ignore: decorator
@inline
function vectorOf(at: usize, first: usize, count: i32): i32 {
  const state = load<i32>(at, VECTOR)
  let length = state & LENGTH_MASK
  if (length == 0) {
    length = buildVector(first, count)
    store<i32>(at, state + length, VECTOR)
  }
  return length
}

/** Lets a user ask, and counts the query; returns how often it was handed on. Its way lies at `path` then. */
export function ask(source: i32): i32 {
  refusals = 0
  let at = person(source)
  let first = link(load<i32>(at, FIRST))
  let count = degree(at)
  let holder = source
  let hops: usize = 0
  const length = vectorOf(at, first, count)
  let by = asPublished ? askAround(first, count, length) : handOut(at, first, count, length, -1)
  while (by != 0) {
    // Every query is answered in the end. Nobody looks at this p before: a query never goes straight back.
    raise(by)
    store<i32>(path + hops, holder)
    hops += 4
    holder = load<i32>(by, TO)
    at = person(holder)
    carried(at)
    if (met(hops, holder)) break
    count = degree(at)
    if (below(count + 1) == 0) break
    first = link(load<i32>(at, FIRST))
    const brought = <i32>((link(load<i32>(by, BACK)) - first) / LINK)
    by = asPublished
      ? handOn(first, count, brought)
      : handOut(at, first, count, vectorOf(at, first, count), brought)
  }
  store<i32>(path + hops, holder)
  tallyUp(source, holder, <i32>(hops >> 2), refusals)
  return <i32>(hops >> 2)
}

/** Lets all users ask, in turn. */
export function askAll(users: i32): void {
  for (let source = 0; source < users; source++) ask(source)
}
