import type { Histories } from '../../src/methods/km-deletion/histories.js'
import { conflictCliques } from './conflicts.js'

/**
 * An upper bound of what any (k,2)-anonymous deletion can keep, by linear relaxation. Of each entry x is kept, of each pair of a history z, and
 * each pair and each term is in use to a degree y: z <= x, z <= y, x + x' - z <= 1, k y <= sum z. Pairs that fewer than k histories
 * have are conflicts, and entries that are all in conflict share one unit.
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
  const row = (most: number, ...parts: readonly (readonly [number, number])[]) => {
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

/** Of entries in conflict with one another, any other entry stands beside one at most: in each history, for sets that hold all its entries. */
function products(
  { offsets, size }: Histories,
  both: ReadonlyMap<number, number>,
  row: (most: number, ...parts: readonly (readonly [number, number])[]) => void,
): void {
  for (let h = 0; h + 1 < offsets.length; h++) {
    const [from, to] = [offsets[h]!, offsets[h + 1]!]
    const at = (i: number, j: number) => both.get(Math.max(i, j) * size + Math.min(i, j))
    const sets: number[][] = []
    for (let e = from; e < to; e++) {
      const set = sets.find((others) => others.every((other) => at(e, other) === undefined))
      if (set) set.push(e)
      else sets.push([e])
    }
    for (let i = from; i < to; i++)
      for (const set of sets) {
        if (set.length < 2 || set.includes(i)) continue
        const zs = set.map((j) => at(i, j)).filter((z) => z !== undefined)
        row(1, [i, 1], ...set.map((j) => [j, 1] as const), ...zs.map((z) => [z, -1] as const))
        if (zs.length > 1) row(0, [i, -1], ...zs.map((z) => [z, 1] as const))
      }
  }
}
