import { startsOf, wider } from '../../base/numbers.js'
import type { Baskets } from './corpus.js'
import { type Places, places } from './places.js'

/**
 * Which tokens occur with which, and how often: row s lists its neighbours in rising order, so that the graph of a smaller
 * vocabulary is a prefix of every row.
 */
export interface Graph {
  readonly n: number
  readonly starts: Uint32Array
  readonly to: Uint32Array
  /** Whole numbers, so that sums do not depend on the order of rows. */
  readonly weight: Float64Array
}

/** What a basket counts for that occurs so many times. Must be whole. */
export type Weight = (times: number) => number

export const asOften: Weight = (times) => times
/** A query that somebody repeats tells less each time: the square root, in 256ths. */
export const damped: Weight = (times) => Math.round(256 * Math.sqrt(times))

/** [Kumar07] §3: cooc(s,t) over the n most frequent tokens, s = t excluded, each basket once per pair. */
export function together(corpus: Baskets, n: number, weight: Weight): Graph {
  const sets = distinctIn(corpus, n, 2)
  return count(n, sets.starts, sets.ids, sets.starts, sets.ids, corpus.times, weight, true)
}

/** What stands beside a token in clear. Neighbours are not tokens but numbers that both sides share. */
function besideTokens(corpus: Baskets, n: number, weight: Weight, known: number): Graph {
  const sets = distinctIn(corpus, n, 1)
  return count(n, sets.starts, sets.ids, corpus.clear.starts, corpus.clear.ids, corpus.times, weight, false, known)
}

/** The next token on the right. */
export function rightOf({ starts, ids, times }: Baskets, n: number, weight: Weight): Graph {
  // pairs by their left token
  const pairs = new Uint32Array(n + 1)
  const each = (see: (left: number, right: number, b: number) => void) => {
    for (let b = 0; b < times.length; b++)
      for (let i = starts[b]! + 1; i < starts[b + 1]!; i++) {
        const [left, right] = [ids[i - 1]!, ids[i]!]
        if (left < n && right < n && left !== right) see(left, right, b)
      }
  }
  each((left) => {
    pairs[left + 1]!++
  })
  for (let s = 0; s < n; s++) pairs[s + 1]! += pairs[s]!
  const next = pairs.slice()
  const [rights, worth] = [new Uint32Array(pairs[n]!), new Float64Array(pairs[n]!)]
  each((left, right, b) => {
    const at = next[left]!++
    rights[at] = right
    worth[at] = weight(times[b]!)
  })
  const rows = rowsOf(n, n)
  const { sums, touched } = rows
  for (let s = 0; s < n; s++) {
    let found = 0
    for (let p = pairs[s]!; p < pairs[s + 1]!; p++) {
      const t = rights[p]!
      if (sums[t] === 0) touched[found++] = t
      sums[t]! += worth[p]!
    }
    rows.close(found)
  }
  return rows.done()
}

/** The same edges the other way round. */
export function transposed({ n, starts, to, weight }: Graph, width = n): Graph {
  const turned = startsOf(to, width)
  const next = turned.slice()
  const rows = new Uint32Array(to.length)
  const weights = new Float64Array(to.length)
  for (let s = 0; s < n; s++)
    for (let i = starts[s]!; i < starts[s + 1]!; i++) {
      const at = next[to[i]!]!++
      rows[at] = s
      weights[at] = weight[i]!
    }
  return { n: width, starts: turned, to: rows, weight: weights }
}

/** The graph of the first n tokens. */
export function restricted(graph: Graph, n: number): Graph {
  if (n >= graph.n) return graph
  const starts = new Uint32Array(n + 1)
  const ends = new Uint32Array(n)
  for (let s = 0; s < n; s++) {
    let end = graph.starts[s]!
    while (end < graph.starts[s + 1]! && graph.to[end]! < n) end++
    ends[s] = end
    starts[s + 1] = starts[s]! + end - graph.starts[s]!
  }
  const to = new Uint32Array(starts[n]!)
  const weight = new Float64Array(starts[n]!)
  for (let s = 0; s < n; s++) {
    to.set(graph.to.subarray(graph.starts[s], ends[s]), starts[s])
    weight.set(graph.weight.subarray(graph.starts[s], ends[s]), starts[s])
  }
  return { n, starts, to, weight }
}

/** Total weight of each row. */
export function rowSums({ n, starts, weight }: Graph): Float64Array {
  const sums = new Float64Array(n)
  for (let s = 0; s < n; s++) for (let i = starts[s]!; i < starts[s + 1]!; i++) sums[s]! += weight[i]!
  return sums
}

/** [Kumar07] §3.4: each s keeps the fewest neighbours that hold a fraction alpha of its mass. */
export function prunedNeighbours(graph: Graph, alpha: number): Graph {
  if (alpha >= 1) return graph
  const { n, starts: from, to, weight } = graph
  const sums = rowSums(graph)
  const starts = new Uint32Array(n + 1)
  const [keptTo, kept] = [new Uint32Array(to.length), new Float64Array(to.length)]
  let length = 0
  for (let s = 0; s < n; s++) {
    // down to which weight, and how many of that weight
    const row = weight.slice(from[s], from[s + 1]).sort()
    let [mass, last] = [0, row.length]
    while (last > 0 && mass < alpha * sums[s]!) mass += row[--last]!
    const least = row[last] ?? Number.POSITIVE_INFINITY
    let equal = row.length - last
    for (let i = row.length - 1; i >= last && row[i]! > least; i--) equal--
    for (let i = from[s]!; i < from[s + 1]!; i++) {
      if (weight[i]! < least || (weight[i] === least && equal-- <= 0)) continue
      keptTo[length] = to[i]!
      kept[length++] = weight[i]!
    }
    starts[s + 1] = length
  }
  return { n, starts, to: keptTo.slice(0, length), weight: kept.slice(0, length) }
}

/** Distinct tokens below n of each basket; none where they are fewer than `least`. */
function distinctIn({ starts, ids, times }: Baskets, n: number, least: number) {
  const setStarts = new Uint32Array(times.length + 1)
  const set = new Uint32Array(ids.length)
  const seen = new Uint32Array(n)
  let length = 0
  for (let b = 0; b < times.length; b++) {
    for (let i = starts[b]!; i < starts[b + 1]!; i++) {
      const id = ids[i]!
      if (id >= n || seen[id] === b + 1) continue
      seen[id] = b + 1
      set[length++] = id
    }
    if (length - setStarts[b]! < least) length = setStarts[b]!
    setStarts[b + 1] = length
  }
  return { starts: setStarts, ids: set.subarray(0, length) }
}

/**
 * For every token s, walks the baskets that hold it and counts what else they hold in one dense array: no hash table.
 */
function count(
  n: number,
  starts: Uint32Array,
  ids: Uint32Array,
  otherStarts: Uint32Array,
  others: Uint32Array,
  times: Uint32Array,
  weight: Weight,
  tokens: boolean,
  width = n,
): Graph {
  const worth = Float64Array.from(times, weight)
  // baskets of each token, as a transposed list
  const postings = startsOf(ids, n)
  const next = postings.slice()
  const baskets = new Uint32Array(ids.length)
  for (let b = 0; b < times.length; b++) for (let i = starts[b]!; i < starts[b + 1]!; i++) baskets[next[ids[i]!]!++] = b

  const rows = rowsOf(n, width)
  const { sums, touched } = rows
  for (let s = 0; s < n; s++) {
    let found = 0
    for (let p = postings[s]!; p < postings[s + 1]!; p++) {
      const b = baskets[p]!
      const w = worth[b]!
      for (let i = otherStarts[b]!; i < otherStarts[b + 1]!; i++) {
        const t = others[i]!
        if (tokens && t === s) continue
        if (sums[t] === 0) touched[found++] = t
        sums[t]! += w
      }
    }
    rows.close(found)
  }
  return rows.done()
}

/** Rows that are added up one after the other in one dense array, with a list of what was touched. */
function rowsOf(n: number, width: number) {
  const starts = new Uint32Array(n + 1)
  let to = new Uint32Array(1 << 12)
  let weights = new Float64Array(to.length)
  const sums = new Float64Array(width)
  const touched = new Uint32Array(width)
  let [row, length] = [0, 0]
  return {
    sums,
    touched,
    /** Ends a row of which `found` were touched. */
    close(found: number): void {
      if (length + found > to.length) {
        to = wider(to, length + found)
        weights = wider(weights, length + found)
      }
      for (const t of touched.subarray(0, found).sort()) {
        to[length] = t
        weights[length++] = sums[t]!
        sums[t] = 0
      }
      starts[++row] = length
    },
    done: (): Graph => ({ n, starts, to: to.slice(0, length), weight: weights.slice(0, length) }),
  }
}

/** What is counted of one side. */
export interface Counted {
  /** Together; where order means something also before and behind; where there are wider baskets, together in those. */
  readonly graphs: readonly Graph[]
  /** Beside things in clear, if there are some. */
  readonly clear: Graph | undefined
  readonly places: Places
}

export interface Counting {
  readonly baskets: Baskets
  readonly n: number
  readonly damped: boolean
  readonly ordered: boolean
  readonly clear: number
}

export function counted({ baskets, n, damped: less, ordered, clear }: Counting): Counted {
  const weight = less ? damped : asOften
  const any = together(baskets, n, weight)
  const right = ordered ? rightOf(baskets, n, weight) : undefined
  const wider = baskets.wider ? [together(baskets.wider, n, weight)] : []
  return {
    graphs: [any, ...(right ? [transposed(right), right] : []), ...wider],
    clear: clear > 0 ? besideTokens(baskets, n, weight, clear) : undefined,
    places: places(baskets, n, ordered, weight),
  }
}
