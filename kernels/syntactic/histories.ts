// The Hausdorff distance of histories by their rows.
import { asked, bases, byLabels, clicked, counts, found, hostAt, labels, offsets, outliers, packed, partners, ROW, rows } from './layout'
import { ofQueries } from './words'

export { computed } from './words'

/** No host. */
const NONE: u32 = 0xffffffff
/** In the place of a label: there is none; there are more than four. */
const NO_LABEL: i32 = -1
const MORE: i32 = -2
/** Limits are so much wider than needed that rounding cannot make a distance depend on the order in which rows are taken. */
const SLACK: f64 = 1e-12

// @ts-ignore: decorator
@inline
function at(list: usize, i: u32): u32 {
  return load<u32>(list + (<usize>i << 2))
}

/** The distance of two normalised values; a missing one is at 1 from every other. */
// @ts-ignore: decorator
@inline
function apart(x: f64, y: f64): f64 {
  return min<f64>(abs<f64>(x - y), 1)
}

/**
 * A weighted mean of the labels that differ, the right-most the heaviest. Of short names, which are most, all labels are compared at
 * once: which of them differ and which neither has leads to the distance.
 */
// @ts-ignore: decorator
@inline
function hostsApart(x: u32, y: u32): f64 {
  if (x == y) return 0
  if (x == NONE || y == NONE) return 1
  const a = v128.load(packed + (<usize>x << 4))
  const b = v128.load(packed + (<usize>y << 4))
  const both = v128.and(a, b)
  const neither = i32x4.bitmask(i32x4.eq(both, i32x4.splat(NO_LABEL)))
  const differ = i32x4.bitmask(i32x4.ne(a, b))
  const known = load<f64>(byLabels + (<usize>((neither << 4) | differ) << 3))
  return i32x4.extract_lane(a, 3) == MORE || i32x4.extract_lane(b, 3) == MORE ? longHostsApart(x, y) : known
}

function longHostsApart(x: u32, y: u32): f64 {
  const atX = at(hostAt, x)
  const atY = at(hostAt, y)
  const lengthX = at(hostAt, x + 1) - atX
  const lengthY = at(hostAt, y + 1) - atY
  const longer = max(lengthX, lengthY)
  const shorter = min(lengthX, lengthY)
  // What both have is compared; what one lacks differs: the sum of the weights from there on.
  let weight: f64 = 1
  let sum: f64 = 0
  for (let i: u32 = 0; i < shorter; i++) {
    if (at(labels, atX + i) != at(labels, atY + i)) sum += weight
    weight *= 0.5
  }
  const last: f64 = longer < 128 ? reinterpret<f64>((<u64>(1024 - longer)) << 52) : 0 // 2^(1 - longer)
  return (sum + 2 * weight - last) / (2 - last)
}

/** Packs the labels of all hosts, and finds the distances that short ones can have. */
export function packHosts(count: u32): void {
  for (let host: u32 = 0; host < count; host++) {
    const from = at(hostAt, host)
    const length = at(hostAt, host + 1) - from
    const to = packed + (<usize>host << 4)
    for (let i: u32 = 0; i < 4; i++) store<i32>(to + (<usize>i << 2), i < length ? at(labels, from + i) : NO_LABEL)
    if (length > 4) store<i32>(to, MORE, 12)
  }
  for (let neither: u32 = 0; neither < 16; neither++) {
    const longer: u32 = 4 - popcnt(neither)
    const all: f64 = 2 - reinterpret<f64>((<u64>(1024 - longer)) << 52)
    for (let differ: u32 = 0; differ < 16; differ++) {
      let sum: f64 = 0
      for (let i: u32 = 0; i < 4; i++) if ((differ >> i) & 1) sum += reinterpret<f64>((<u64>(1023 - i)) << 52)
      store<f64>(byLabels + (<usize>((neither << 4) | differ) << 3), sum / all)
    }
  }
}

// @ts-ignore: decorator
@inline
function baseOf(rowA: usize, rowB: usize): f64 {
  return (
    apart(load<f64>(rowA), load<f64>(rowB)) +
    apart(load<f64>(rowA, 8), load<f64>(rowB, 8)) +
    apart(load<f64>(rowA, 16), load<f64>(rowB, 16)) +
    hostsApart(load<u32>(rowA, 24), load<u32>(rowB, 24))
  )
}

/** Six times the distance of two rows but for their words. */
export function base(a: u32, b: u32): f64 {
  return baseOf(rows + <usize>a * ROW, rows + <usize>b * ROW)
}

/** Moves an entry half-way to the front of its list. */
function forward(list: usize, from: u32, i: u32): void {
  const to = list + (<usize>(from + ((i - from) >> 1)) << 2)
  const entry = at(list, i)
  store<u32>(list + (<usize>i << 2), load<u32>(to))
  store<u32>(to, entry)
}

/** Six times the distance of the row in hand to those that it was held against. */
let best: f64 = 0

/** Holds a row against rows of another history, until it is passed over: is it? */
function approach(rowA: usize, from: u32, to: u32, shown: f64): bool {
  let least: f64 = Infinity
  let first: u32 = from
  for (let j = from; j < to; j++) {
    const sum = baseOf(rowA, rows + <usize>at(partners, j) * ROW)
    if (sum + 2 <= shown) {
      forward(partners, from, j)
      return true
    }
    store<f64>(bases + (<usize>(j - from) << 3), sum)
    if (sum < least) {
      least = sum
      first = j
    }
  }
  if (least >= best) return false
  // The most promising one first, then all others.
  if (closer(rowA, first, least) <= shown) return true
  for (let j = from; j < to; j++) {
    const sum = load<f64>(bases + (<usize>(j - from) << 3))
    if (sum < best && j != first && closer(rowA, j, sum) <= shown) return true
  }
  return false
}

function closer(rowA: usize, j: u32, sum: f64): f64 {
  const query = load<u32>(rows + <usize>at(partners, j) * ROW, 28)
  const whole = sum + 2 * ofQueries(load<u32>(rowA, 28), query, (best - sum) / 2 + SLACK)
  if (whole < best) best = whole
  return best
}

/** Six times the distance of a row of u to the history of v, or `shown` if it is no more than that, or `enough` if it is no less. */
function toHistory(a: u32, u: u32, v: u32, shown: f64, enough: f64): f64 {
  const row = rows + <usize>a * ROW
  const start = at(offsets, v)
  const middle = at(clicked, v)
  const end = at(offsets, v + 1)
  const click = a >= at(clicked, u)
  best = enough
  if (approach(row, click ? middle : start, click ? end : middle, shown)) return shown
  // Rows of the other kind are at 1 or more by their hosts.
  if (best > 1 && approach(row, click ? start : middle, click ? middle : end, shown)) return shown
  return best
}

/** Six times the Hausdorff distance, or any number of at least `enough` if it is no less. */
function hausdorff(u: u32, v: u32, enough: f64): f64 {
  const fromU = at(offsets, u)
  const fromV = at(offsets, v)
  const lengthU = at(offsets, u + 1) - fromU
  const lengthV = at(offsets, v + 1) - fromV
  const rounds = max(lengthU, lengthV)
  let shown: f64 = 0
  let decides: u32 = NONE
  let whose: u32 = 0
  for (let i: u32 = 0; i < rounds && shown < enough; i++) {
    if (i < lengthU) {
      const far = toHistory(at(outliers, fromU + i), u, v, shown, enough)
      if (far > shown) {
        shown = far
        decides = fromU + i
        whose = fromU
      }
    }
    if (i < lengthV) {
      const far = toHistory(at(outliers, fromV + i), v, u, shown, enough)
      if (far > shown) {
        shown = far
        decides = fromV + i
        whose = fromV
      }
    }
  }
  if (decides != NONE) forward(outliers, whose, decides)
  return shown
}

/** The distance of two users, or any number of at least `limit` if it is no less than that. */
export function distance(u: u32, v: u32, limit: f64): f64 {
  if (u == v) return 0
  const apart = abs<f64>(load<f64>(counts + (<usize>u << 3)) - load<f64>(counts + (<usize>v << 3)))
  return (apart + hausdorff(u, v, 6 * (2 * limit - apart)) / 6) / 2
}

/** The distances of a user to the first `n` that were asked for. */
export function distances(u: u32, n: u32): void {
  for (let i: u32 = 0; i < n; i++) store<f32>(found + (<usize>i << 2), <f32>distance(u, at(asked, i), Infinity))
}
