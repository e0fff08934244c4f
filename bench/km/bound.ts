import type { Histories } from '../../src/methods/km-deletion/histories.js'
import { conflictCliques } from './conflicts.js'

/**
 * An upper bound of what any (k,2)-anonymous deletion can keep, by linear relaxation. Of each entry x is kept, of each pair of a history z, and
 * each pair and each term is in use to a degree y: z <= x, z <= y, x + x' - z <= 1, k y <= sum z. Pairs that fewer than k histories
 * have are conflicts, and entries that are all in conflict share one unit, also beside any other entry.
 *
 * All variables lie between 0 and 1, so that any prices p >= 0 of the rows `a x <= b` give a bound: b p + sum of max(0, c - a p). A
 * first-order method [Chambolle11] looks for good prices; how well it has come together does not matter for the truth of the bound.
 */
export function upperBound(all: Histories, worth: Float64Array, k: number, rounds: number): number {
  const lp = relaxation(all, k)
  const { columns, starts, column, value, right } = lp
  const rows = right.length
  const gain = new Float64Array(columns)
  gain.set(worth)
  const [stepX, stepP] = [new Float64Array(columns), new Float64Array(rows)]
  for (let i = 0; i < rows; i++)
    for (let a = starts[i]!; a < starts[i + 1]!; a++) {
      stepX[column[a]!]! += Math.abs(value[a]!)
      stepP[i]! += Math.abs(value[a]!)
    }
  for (let j = 0; j < columns; j++) stepX[j] = 1 / Math.max(1, stepX[j]!)
  for (let i = 0; i < rows; i++) stepP[i] = 1 / stepP[i]!
  const x = new Float64Array(columns)
  const ahead = new Float64Array(columns)
  const price = new Float64Array(rows)
  const mean = new Float64Array(rows)
  const reduced = new Float64Array(columns)
  const reduce = (prices: Float64Array) => {
    reduced.set(gain)
    let constant = 0
    for (let i = 0; i < rows; i++) {
      const p = prices[i]!
      if (p === 0) continue
      constant += p * right[i]!
      for (let a = starts[i]!; a < starts[i + 1]!; a++) reduced[column[a]!]! -= p * value[a]!
    }
    for (let j = 0; j < columns; j++) if (reduced[j]! > 0) constant += reduced[j]!
    return constant
  }
  let best = reduce(price)
  let since = 0
  for (let round = 1; round <= rounds; round++) {
    for (let i = 0; i < rows; i++) {
      let over = -right[i]!
      for (let a = starts[i]!; a < starts[i + 1]!; a++) over += value[a]! * ahead[column[a]!]!
      price[i] = Math.max(0, price[i]! + stepP[i]! * over)
    }
    best = Math.min(best, reduce(price))
    for (let j = 0; j < columns; j++) {
      const next = Math.min(1, Math.max(0, x[j]! + stepX[j]! * reduced[j]!))
      ahead[j] = 2 * next - x[j]!
      x[j] = next
    }
    since++
    for (let i = 0; i < rows; i++) mean[i]! += (price[i]! - mean[i]!) / since
    // Means come together where single rounds go to and fro; begun anew, they forget the first ones.
    if ((round & (round - 1)) === 0 || since === 400) {
      best = Math.min(best, reduce(mean))
      since = 0
    }
  }
  return best
}

type AddRow = (most: number, ...parts: readonly (readonly [column: number, value: number])[]) => void
/** No column. */
const NONE = -1

interface Relaxation {
  readonly columns: number
  /** Rows in a sparse form: column and value from starts[i] to starts[i + 1], at most right[i]. */
  readonly starts: Uint32Array
  readonly column: Uint32Array
  readonly value: Float64Array
  readonly right: Float64Array
}

function relaxation(all: Histories, k: number): Relaxation {
  const { offsets, term, terms, size, starts, postings } = all
  const pairs = new Map<number, [number, number][]>()
  const histories = offsets.length - 1
  for (let h = 0; h < histories; h++)
    for (let i = offsets[h]!; i < offsets[h + 1]!; i++)
      for (let j = offsets[h]!; j < i; j++) {
        const key = term[i]! * terms + term[j]!
        const found = pairs.get(key)
        if (found) found.push([i, j])
        else pairs.set(key, [[i, j]])
      }
  for (const [key, places] of pairs) if (places.length < k) pairs.delete(key)
  const [begin, column, value, right]: [number[], number[], number[], number[]] = [[0], [], [], []]
  const row: AddRow = (most, ...parts) => {
    for (const [j, v] of parts) {
      column.push(j)
      value.push(v)
    }
    right.push(most)
    begin.push(column.length)
  }
  let columns = size
  const both = new Map<number, number>() // the column of each pair of entries
  const inUse = (entries: readonly number[]) => {
    const y = columns++
    for (const e of entries) row(0, [e, 1], [y, -1])
    row(0, [y, k], ...entries.map((e) => [e, -1] as const))
  }
  for (let t = 0; t < terms; t++)
    if (starts[t + 1]! > starts[t]!) inUse([...postings.subarray(starts[t], starts[t + 1])])
  for (const places of pairs.values()) {
    const z = places.map(([i, j]) => {
      const z = columns++
      both.set(i * size + j, z)
      row(1, [i, 1], [j, 1], [z, -1])
      row(0, [z, 1], [i, -1])
      row(0, [z, 1], [j, -1])
      return z
    })
    inUse(z)
  }
  for (let h = 0; h < histories; h++)
    for (const clique of conflictCliques(
      offsets[h]!,
      offsets[h + 1]!,
      (i, j) => !pairs.has(term[i]! * terms + term[j]!),
    ))
      row(1, ...clique.map((e) => [e, 1] as const))
  products(all, both, row)
  return {
    columns,
    starts: Uint32Array.from(begin),
    column: Uint32Array.from(column),
    value: Float64Array.from(value),
    right: Float64Array.from(right),
  }
}

/**
 * Products of x with what bounds sets of entries in conflict [SheraliAdams90]: beside an entry that is kept, one of such a set is kept at most, and beside one that
 * is not, one at most too: sum z <= x, and sum (x' - z) <= 1 - x. The sets of each entry hold all that it can stand beside.
 */
function products({ offsets, size, count }: Histories, both: ReadonlyMap<number, number>, row: AddRow): void {
  for (let h = 0; h + 1 < offsets.length; h++) {
    const from = offsets[h]!
    const n = offsets[h + 1]! - from
    const z = new Int32Array(n * n).fill(NONE)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < i; j++) z[i * n + j] = z[j * n + i] = both.get((from + i) * size + from + j) ?? NONE
    const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => count[from + b]! - count[from + a]! || a - b)
    for (let i = 0; i < n; i++) {
      const mine = z.subarray(i * n, i * n + n)
      for (const set of setsBeside(i, order, z)) {
        const xs = set.map((j) => [from + j, 1] as const)
        const zs = set.flatMap((j) => (mine[j] === NONE ? [] : [mine[j]!]))
        if (xs.length > 1) row(1, [from + i, 1], ...xs, ...zs.map((c) => [c, -1] as const))
        if (zs.length > 1) row(0, [from + i, -1], ...zs.map((c) => [c, 1] as const))
      }
    }
  }
}

/** Sets of entries in conflict with one another: first of those that can stand beside entry i, then with others where they fit. */
function setsBeside(i: number, order: readonly number[], z: Int32Array): number[][] {
  const n = order.length
  const sets: number[][] = []
  for (const near of [true, false])
    for (const j of order) {
      if (j === i || (z[i * n + j] !== NONE) !== near) continue
      const set = sets.find((others) => others.every((other) => z[j * n + other] === NONE))
      if (set) set.push(j)
      else if (near) sets.push([j])
    }
  return sets
}
