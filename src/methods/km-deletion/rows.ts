import { startsOf } from '../../base/numbers.js'
import type { Engine } from '../../engines/engine.js'
import type { Entries } from './histories.js'
import { numbers } from './numbers.js'
import { sortFirst } from './sort-first.js'
import type { Found } from './texts.js'

/** Rows by history: those of history h from offsets[h] to offsets[h + 1]. */
export interface CodedRows {
  readonly offsets: Uint32Array
  /** Number of each in the engine's table. */
  readonly row: Uint32Array
  /** The terms of row i of these in their order: term[begin[i]] to term[begin[i + 1]]. */
  readonly begin: Uint32Array
  readonly term: Uint32Array
  /** 1 + the term that the row's host is, 0 where there is none. Empty where hosts are no terms. */
  readonly host: Uint32Array
}

/** 1 + the history of each of so many stored rows, 0 of those that are of none. `from` says of which rows, and joins them with their histories. */
export async function historiesOf(engine: Engine, from: string, count: number): Promise<Uint32Array> {
  const history = new Uint32Array(count)
  for await (const [row, h] of numbers(engine, ['l.row', 'i.h'], from))
    for (let i = 0; i < row.length; i++) history[row[i]!] = h[i]! + 1
  return history
}

/** Puts the texts that were found in order, by history and then as in the log; `rank` says which term each of their words is. */
export function rowsOf(
  { begin, count, word }: Found,
  rank: Uint32Array,
  history: Uint32Array,
  histories: number,
  hosts?: Uint32Array,
): CodedRows {
  const offsets = startsOf(history, histories + 1).subarray(1) // without the rows of none
  const none = offsets[0]!
  for (let h = 0; h <= histories; h++) offsets[h]! -= none
  const size = offsets[histories]!
  const row = new Uint32Array(size)
  const next = offsets.slice()
  for (let r = 0; r < history.length; r++) if (history[r]! > 0) row[next[history[r]! - 1]!++] = r
  const starts = new Uint32Array(size + 1)
  for (let i = 0; i < size; i++) starts[i + 1] = starts[i]! + count[row[i]!]!
  const term = new Uint32Array(starts[size]!)
  for (let i = 0, at = 0; i < size; i++) {
    const from = begin[row[i]!]!
    const to = from + count[row[i]!]!
    for (let j = from; j < to; j++) term[at++] = rank[word[j]!]!
  }
  return { offsets, row, begin: starts, term, host: hosts ? row.map((r) => hosts[r]!) : new Uint32Array(0) }
}

/** The terms of each history with their occurrences, by history and term. */
export function entriesOf(rows: CodedRows, owner: Uint32Array, terms: number): Entries {
  const { size, longest } = sizesOf(rows, owner.length, terms)
  const [history, term, count] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)]
  const found = new Float64Array(longest)
  let at = 0
  for (let h = 0; h < owner.length; h++) {
    const n = termsOf(rows, h, found)
    sortFirst(found, n)
    for (let i = 0; i < n; at++) {
      const t = found[i]!
      const begin = i
      while (i < n && found[i] === t) i++
      history[at] = h
      term[at] = t
      count[at] = i - begin
    }
  }
  return { owner, terms, history, term, count }
}

/** Pairs of a history and a term, and the most occurrences in one history. */
function sizesOf(rows: CodedRows, histories: number, terms: number) {
  const { offsets, begin, term, host } = rows
  const last = new Uint32Array(terms) // 1 + the history that had the term last
  let [size, longest] = [0, 0]
  const see = (t: number, h: number) => {
    if (last[t] === h + 1) return
    last[t] = h + 1
    size++
  }
  for (let h = 0; h < histories; h++) {
    const [from, to] = [begin[offsets[h]!]!, begin[offsets[h + 1]!]!]
    for (let j = from; j < to; j++) see(term[j]!, h)
    let n = to - from
    if (host.length > 0)
      for (let i = offsets[h]!; i < offsets[h + 1]!; i++)
        if (host[i]! > 0) {
          see(host[i]! - 1, h)
          n++
        }
    longest = Math.max(longest, n)
  }
  return { size, longest }
}

/** Puts every occurrence of a term in a history into a list. Gives how many there are. */
function termsOf({ offsets, begin, term, host }: CodedRows, h: number, into: Float64Array): number {
  const [first, last] = [offsets[h]!, offsets[h + 1]!]
  let n = 0
  for (let j = begin[first]!; j < begin[last]!; j++) into[n++] = term[j]!
  if (host.length > 0) for (let i = first; i < last; i++) if (host[i]! > 0) into[n++] = host[i]! - 1
  return n
}
