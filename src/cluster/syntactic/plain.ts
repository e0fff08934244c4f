import { editDistance as levenshtein } from '../../base/edit-distance.js'
import { NONE } from '../../log/columnar.js'
import { terms } from '../../text/normalise.js'
import type { Histories } from '../histories.js'

/**
 * The syntactic distance as it is defined [Erola13] §5.3.1.2, word by word and row by row: what the fast one must equal, and what
 * its speed is held against.
 */
export function plainSyntactic(histories: Histories): (u: number, v: number) => number {
  const { offsets, query, host, time, rank, queries, hosts, size } = histories
  const words = queries.map((text) => terms(text))
  const counts = Array.from({ length: size }, (_, u) => offsets[u + 1]! - offsets[u]!)
  const inTime = range([...time].filter((value) => !Number.isNaN(value)))
  const inRank = range([...rank].filter((value) => value !== 0))
  const inCount = range(counts)
  const inTerms = range(words.map((all) => all.length))

  const dTime = (a: number, b: number) => optional(time[a]!, time[b]!, Number.isNaN, inTime)
  const dRank = (a: number, b: number) => optional(rank[a]!, rank[b]!, (value) => value === 0, inRank)
  const dHost = (a: number, b: number) => {
    const [x, y] = [host[a]!, host[b]!]
    if (x === NONE || y === NONE) return x === y ? 0 : 1
    const [left, right] = [x, y].map((code) => hosts[code]!.toLowerCase().split('.').reverse()) as [string[], string[]]
    const m = Math.max(left.length, right.length) - 1
    let sum = 0
    for (let i = 0; i <= m; i++) if (left[i] !== right[i]) sum += 2 ** (m - i) / (2 ** (m + 1) - 1)
    return sum
  }
  const dWord = (x: string, y: string) => levenshtein(x, y) / Math.max(x.length, y.length)
  const dQuery = (a: number, b: number) => {
    const [x, y] = [words[query[a]!]!, words[query[b]!]!]
    if (x.length === 0 || y.length === 0) return x.length === y.length ? 0 : 1
    return (Math.abs(inTerms(x.length) - inTerms(y.length)) + 2 * hausdorff(x, y, dWord)) / 3
  }
  const dRow = (a: number, b: number) => (dTime(a, b) + dRank(a, b) + dHost(a, b) + 3 * dQuery(a, b)) / 6
  const rowsOf = (u: number) => Array.from({ length: counts[u]! }, (_, i) => offsets[u]! + i)
  return (u, v) => (Math.abs(inCount(counts[u]!) - inCount(counts[v]!)) + hausdorff(rowsOf(u), rowsOf(v), dRow)) / 2
}

function hausdorff<T>(xs: readonly T[], ys: readonly T[], distance: (x: T, y: T) => number): number {
  const there = Math.max(...xs.map((x) => Math.min(...ys.map((y) => distance(x, y)))))
  const back = Math.max(...ys.map((y) => Math.min(...xs.map((x) => distance(x, y)))))
  return Math.max(there, back)
}

function range(values: readonly number[]): (value: number) => number {
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  return (value) => (most > least ? (value - least) / (most - least) : 0)
}

function optional(
  x: number,
  y: number,
  missing: (value: number) => boolean,
  normalise: (value: number) => number,
): number {
  if (missing(x) || missing(y)) return missing(x) && missing(y) ? 0 : 1
  return Math.abs(normalise(x) - normalise(y))
}
