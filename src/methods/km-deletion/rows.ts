import { columnsIn, type Engine } from '../../engines/engine.js'
import type { Entries } from './histories.js'
import { sortFirst } from './sort-first.js'

/** The terms of each text in their order: from offsets[q] to offsets[q + 1]. */
export interface CodedTexts {
  readonly offsets: Uint32Array
  readonly term: Uint32Array
}

/** Rows by history: those of history h from offsets[h] to offsets[h + 1]. */
export interface CodedRows {
  readonly offsets: Uint32Array
  /** Place of each in the engine's table. */
  readonly row: Uint32Array
  readonly text: Uint32Array
  /** 1 + the term that the row's host is, 0 where there is none. Empty where hosts are no terms. */
  readonly host: Uint32Array
}

/** An array for each of the columns asked for. */
type Arrays<C extends readonly string[]> = { readonly [K in keyof C]: Uint32Array }

/** Numbers of a table in batches, a typed array for each column. */
export async function* numbers<const C extends readonly string[]>(
  engine: Engine,
  columns: C,
  from: string,
): AsyncGenerator<Arrays<C>> {
  const wanted = columns.map((sql) => ({ sql, bytes: 4 as const }))
  for await (const batch of columnsIn(engine).memory(wanted, from))
    yield batch.map((bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)) as Arrays<C>
}

/** Reads (q, pos, term) of so many texts. */
export async function readTexts(engine: Engine, textTerms: string, texts: number): Promise<CodedTexts> {
  const offsets = await offsetsOf(engine, 'q', textTerms, texts)
  const term = new Uint32Array(offsets[texts]!)
  for await (const [q, pos, terms] of numbers(engine, ['q', 'pos', 'term'], textTerms))
    for (let i = 0; i < q.length; i++) term[offsets[q[i]!]! + pos[i]! - 1] = terms[i]!
  return { offsets, term }
}

/** Reads the rows, and their hosts if those are terms from a code on. */
export async function readRows(
  engine: Engine,
  tables: { readonly rows: string; readonly dictionary: string },
  histories: number,
  hostsFrom: number | undefined,
): Promise<CodedRows> {
  const offsets = await offsetsOf(engine, 'h', tables.rows, histories)
  const size = offsets[histories]!
  const row = new Uint32Array(size)
  const text = new Uint32Array(size)
  const host = new Uint32Array(hostsFrom === undefined ? 0 : size)
  const columns = ['r.rowid', 'h', 'q', ...(hostsFrom === undefined ? [] : ['coalesce(d.id + 1, 0)'])] as const
  const joined =
    hostsFrom === undefined ? '' : `LEFT JOIN ${tables.dictionary} d ON r.host = d.word AND d.id >= ${hostsFrom}`
  const next = offsets.slice()
  for await (const [rows, h, q, hosts] of numbers(engine, columns, `${tables.rows} r ${joined}`))
    for (let i = 0; i < rows.length; i++) {
      const at = next[h[i]!]!++
      row[at] = rows[i]!
      text[at] = q[i]!
      if (hosts !== undefined) host[at] = hosts[i]!
    }
  return { offsets, row, text, host }
}

/** Where each of `size` values of a column begins if rows are put in its order. */
async function offsetsOf(engine: Engine, column: string, table: string, size: number): Promise<Uint32Array> {
  const offsets = new Uint32Array(size + 1)
  for await (const [values] of numbers(engine, [column], table)) for (const value of values) offsets[value + 1]!++
  for (let i = 0; i < size; i++) offsets[i + 1]! += offsets[i]!
  return offsets
}

/** The terms of each history with their occurrences, by history and term. */
export function entriesOf(rows: CodedRows, texts: CodedTexts, owner: Uint32Array, terms: number): Entries {
  const { size, longest } = sizesOf(rows, texts, owner.length, terms)
  const [history, term, count] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)]
  const found = new Float64Array(longest)
  let at = 0
  for (let h = 0; h < owner.length; h++) {
    let n = 0
    eachTerm(rows, texts, h, (t) => {
      found[n++] = t
    })
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
function sizesOf(rows: CodedRows, texts: CodedTexts, histories: number, terms: number) {
  const last = new Uint32Array(terms) // 1 + the history that had the term last
  let [size, longest] = [0, 0]
  for (let h = 0; h < histories; h++) {
    let n = 0
    eachTerm(rows, texts, h, (t) => {
      n++
      if (last[t] === h + 1) return
      last[t] = h + 1
      size++
    })
    longest = Math.max(longest, n)
  }
  return { size, longest }
}

/** Every occurrence of a term in a history. */
function eachTerm(rows: CodedRows, texts: CodedTexts, h: number, visit: (term: number) => void): void {
  const end = rows.offsets[h + 1]!
  for (let i = rows.offsets[h]!; i < end; i++) {
    const q = rows.text[i]!
    const stop = texts.offsets[q + 1]!
    for (let j = texts.offsets[q]!; j < stop; j++) visit(texts.term[j]!)
    if (rows.host.length > 0 && rows.host[i]! > 0) visit(rows.host[i]! - 1)
  }
}
