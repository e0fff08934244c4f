// The semantic distance between users [Erola13] §5.5.1.2: how far the categories of many users are from those of one.
import { clear, take, takeEmpty } from './base/arena'

/** Categories of the tree that others are below or that are below others, parents first: the one above (-1 for none), and the depth. */
export let parent: usize = 0
export let depth: usize = 0
/** For the user in hand: whether a category is one of the user's or above one, and the depth of the least deep of those below it. */
let marked: usize = 0
let least: usize = 0
/** The nearest marked category on the way up; from a marked one, the nearest above it that has less deep ones below. */
let above: usize = 0
let further: usize = 0
/** The distance of each category to the nearest of the user in hand; behind those of the tree come those that stand alone. */
export let near: usize = 0
/** Categories of user u: from entryAt[u] on, each with how often it occurs. */
export let entryAt: usize = 0
export let entries: usize = 0
/** Users to compare, and what comes out. */
export let asked: usize = 0
export let found: usize = 0

let nodes: i32 = 0
let mark: u32 = 0

/** Makes room for users, in the place of those before. `lone` categories stand alone; the first of them is at 1 from everybody. */
export function room(nodeCount: i32, lone: i32, users: i32, entryCount: i32): void {
  clear()
  nodes = nodeCount
  mark = 0
  parent = take(4 * nodeCount)
  depth = take(4 * nodeCount)
  marked = takeEmpty(4 * nodeCount)
  least = take(4 * nodeCount)
  above = take(4 * nodeCount)
  further = take(4 * nodeCount)
  near = take(8 * (nodeCount + lone))
  entryAt = take(4 * (users + 1))
  entries = take(8 * entryCount)
  asked = take(4 * users)
  found = take(8 * users)
  for (let i = nodeCount; i < nodeCount + lone; i++) store<f64>(near + ((<usize>i) << 3), 1)
}

function at(list: usize, i: i32): i32 {
  return load<i32>(list + ((<usize>i) << 2))
}

function put(list: usize, i: i32, value: i32): void {
  store<i32>(list + ((<usize>i) << 2), value)
}

/** Marks the ways up from the categories of a user; those that stand alone are at `alone` from themselves. */
function walk(u: i32, alone: f64, up: bool): void {
  for (let i = at(entryAt, u); i < at(entryAt, u + 1); i++) {
    const c = load<i32>(entries + ((<usize>i) << 3))
    if (c > nodes) store<f64>(near + ((<usize>c) << 3), alone)
    if (c >= nodes || !up) continue
    const d = at(depth, c)
    for (let x = c; x >= 0; x = at(parent, x)) {
      if (at(marked, x) === mark && at(least, x) <= d) break // and so it is above
      put(marked, x, mark)
      put(least, x, d)
    }
  }
}

/**
 * The distance of every category of the tree to the nearest of the user in hand. On a way up the common part gets shorter, so that
 * only a category with less deep ones below it than those before can be nearer.
 */
function sweep(): void {
  for (let x = 0; x < nodes; x++) {
    const p = at(parent, x)
    let y = x
    if (at(marked, x) === mark) put(further, x, p < 0 ? -1 : at(least, p) < at(least, x) ? p : at(further, p))
    else y = p < 0 ? -1 : at(above, p)
    put(above, x, y)
    const d: f64 = at(depth, x)
    let most: f64 = 0 // common generalisations as a share of all
    while (y >= 0) {
      const common: f64 = at(depth, y)
      if (common <= most * d) break
      const share = common / (d + <f64>at(least, y) - common)
      if (share > most) most = share
      y = at(further, y)
    }
    store<f64>(near + ((<usize>x) << 3), 1 - most)
  }
}

/** For the first `n` users that were asked for: the distances of their categories to those of a user, each with its weight. */
export function sums(u: i32, n: i32): void {
  mark++
  walk(u, 0, true)
  sweep()
  for (let i = 0; i < n; i++) {
    const v = at(asked, i)
    const to = entries + ((<usize>at(entryAt, v + 1)) << 3)
    let sum: f64 = 0
    for (let e = entries + ((<usize>at(entryAt, v)) << 3); e < to; e += 8)
      sum += <f64>load<u32>(e, 4) * load<f64>(near + ((<usize>load<u32>(e)) << 3))
    store<f64>(found + ((<usize>i) << 3), sum)
  }
  walk(u, 1, false)
}
