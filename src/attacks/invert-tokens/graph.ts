import type { Baskets } from './corpus.js'

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
  const sets = distinctIn(corpus, n)
  return count(n, sets.starts, sets.ids, sets.starts, sets.ids, corpus.times, weight, true)
}

/** What stands beside a token in clear. Neighbours are not tokens but numbers that both sides share. */
export function besideTokens(corpus: Baskets, n: number, weight: Weight, known: number): Graph {
  const sets = distinctIn(corpus, n)
  return count(n, sets.starts, sets.ids, corpus.clear.starts, corpus.clear.ids, corpus.times, weight, false, known)
}

/** The next token on the right. */
export function rightOf(corpus: Baskets, n: number, weight: Weight): Graph {
  const { starts, ids, times } = corpus
  const from: number[] = []
  const pairStarts = new Uint32Array(times.length + 1)
  const pairs: number[] = []
  for (let b = 0; b < times.length; b++) {
    for (let i = starts[b]! + 1; i < starts[b + 1]!; i++) {
      if (ids[i - 1]! < n && ids[i]! < n && ids[i - 1] !== ids[i]) {
        from.push(ids[i - 1]!)
        pairs.push(ids[i]!)
      }
    }
    pairStarts[b + 1] = pairs.length
  }
  // Each pair becomes a basket of its own.
  const each = new Uint32Array(pairs.length + 1)
  const often = new Uint32Array(pairs.length)
  for (let b = 0; b < times.length; b++)
    for (let p = pairStarts[b]!; p < pairStarts[b + 1]!; p++) {
      each[p + 1] = p + 1
      often[p] = times[b]!
    }
  return count(n, each, Uint32Array.from(from), each, Uint32Array.from(pairs), often, weight, true)
}

/** The same edges the other way round. */
export function transposed({ n, starts, to, weight }: Graph, width = n): Graph {
  const turned = new Uint32Array(width + 1)
  for (const t of to) turned[t + 1]!++
  for (let t = 0; t < width; t++) turned[t + 1]! += turned[t]!
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
  const sums = rowSums(graph)
  const kept = new Uint8Array(graph.to.length)
  for (let s = 0; s < graph.n; s++) {
    const row = Uint32Array.from({ length: graph.starts[s + 1]! - graph.starts[s]! }, (_, i) => graph.starts[s]! + i)
    row.sort((a, b) => graph.weight[b]! - graph.weight[a]! || a - b)
    let mass = 0
    for (const i of row) {
      if (mass >= alpha * sums[s]!) break
      kept[i] = 1
      mass += graph.weight[i]!
    }
  }
  const starts = new Uint32Array(graph.n + 1)
  const chosen = Uint32Array.from({ length: graph.to.length }, (_, i) => i).filter((i) => kept[i] === 1)
  for (let s = 0, c = 0; s < graph.n; s++) {
    while (c < chosen.length && chosen[c]! < graph.starts[s + 1]!) c++
    starts[s + 1] = c
  }
  return {
    n: graph.n,
    starts,
    to: chosen.map((i) => graph.to[i]!),
    weight: Float64Array.from(chosen, (i) => graph.weight[i]!),
  }
}

/** Distinct tokens below n of each basket. */
function distinctIn({ starts, ids, times }: Baskets, n: number) {
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
  const postings = new Uint32Array(n + 1)
  for (const id of ids) postings[id + 1]!++
  for (let s = 0; s < n; s++) postings[s + 1]! += postings[s]!
  const next = postings.slice()
  const baskets = new Uint32Array(ids.length)
  for (let b = 0; b < times.length; b++) for (let i = starts[b]!; i < starts[b + 1]!; i++) baskets[next[ids[i]!]!++] = b

  const rows = new Uint32Array(n + 1)
  let to = new Uint32Array(Math.max(16, ids.length))
  let weights = new Float64Array(to.length)
  const sums = new Float64Array(width)
  const touched = new Uint32Array(width)
  let length = 0
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
    const row = touched.subarray(0, found).sort()
    if (length + found > to.length) {
      const size = Math.max(to.length * 2, length + found)
      to = widened(to, new Uint32Array(size))
      weights = widened(weights, new Float64Array(size))
    }
    for (let i = 0; i < found; i++) {
      const t = row[i]!
      to[length] = t
      weights[length++] = sums[t]!
      sums[t] = 0
    }
    rows[s + 1] = length
  }
  return { n, starts: rows, to: to.slice(0, length), weight: weights.slice(0, length) }
}

/** What is counted of one side. */
export interface Counted {
  /** Together; where order means something also before and behind; where there are wider baskets, together in those. */
  readonly graphs: readonly Graph[]
  /** Beside things in clear, if there are some. */
  readonly clear: Graph | undefined
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
  }
}

function widened<T extends Uint32Array | Float64Array>(from: T, into: T): T {
  into.set(from)
  return into
}
