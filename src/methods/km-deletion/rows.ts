import type { Engine } from '../../engines/engine.js'
import type { Entries } from './histories.js'

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

/** Numbers of a table in batches, a typed array for each column. */
export async function* numbers(engine: Engine, columns: readonly string[], from: string) {
  const wanted = columns.map((sql) => ({ sql, bytes: 4 as const }))
  for await (const batch of engine.memory(wanted, from))
    yield batch.map((bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2))
}

async function sizeOf(engine: Engine, table: string): Promise<number> {
  return (await engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n ?? 0
}

/** Reads (q, pos, term) of so many texts. */
export async function readTexts(engine: Engine, textTerms: string, texts: number): Promise<CodedTexts> {
  const size = await sizeOf(engine, textTerms)
  const [qs, places, terms] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)]
  const offsets = new Uint32Array(texts + 1)
  let at = 0
  for await (const [q, pos, term] of numbers(engine, ['q', 'pos', 'term'], textTerms)) {
    if (q === undefined || pos === undefined || term === undefined) break
    qs.set(q, at)
    places.set(pos, at)
    terms.set(term, at)
    at += q.length
  }
  for (let i = 0; i < size; i++) offsets[(qs[i] as number) + 1]!++
  sumUp(offsets)
  const term = new Uint32Array(size)
  for (let i = 0; i < size; i++)
    term[(offsets[qs[i] as number] as number) + (places[i] as number) - 1] = terms[i] as number
  return { offsets, term }
}

/** Reads the rows, and their hosts if those are terms from a code on. */
export async function readRows(
  engine: Engine,
  tables: { readonly rows: string; readonly histories: string; readonly dictionary: string },
  hostsFrom: number | undefined,
): Promise<CodedRows> {
  const size = await sizeOf(engine, tables.rows)
  const [h, q, host] = [
    new Uint32Array(size),
    new Uint32Array(size),
    new Uint32Array(hostsFrom === undefined ? 0 : size),
  ]
  const columns = ['r.rowid', 'h', 'q', ...(hostsFrom === undefined ? [] : ['coalesce(d.id + 1, 0)'])]
  const joined =
    hostsFrom === undefined ? '' : `LEFT JOIN ${tables.dictionary} d ON r.host = d.word AND d.id >= ${hostsFrom}`
  for await (const [rows, hs, qs, hosts] of numbers(engine, columns, `${tables.rows} r ${joined}`))
    for (let i = 0; i < (rows?.length ?? 0); i++) {
      const row = rows?.[i] as number
      h[row] = hs?.[i] as number
      q[row] = qs?.[i] as number
      if (hosts !== undefined) host[row] = hosts[i] as number
    }
  const offsets = new Uint32Array((await sizeOf(engine, tables.histories)) + 1)
  for (let row = 0; row < size; row++) offsets[(h[row] as number) + 1]!++
  sumUp(offsets)
  const next = offsets.slice()
  const by: CodedRows = {
    offsets,
    row: new Uint32Array(size),
    text: new Uint32Array(size),
    host: new Uint32Array(host.length),
  }
  for (let row = 0; row < size; row++) {
    const at = next[h[row] as number]!++
    by.row[at] = row
    by.text[at] = q[row] as number
    if (host.length > 0) by.host[at] = host[row] as number
  }
  return by
}

/** The terms of each history with their occurrences, by history and term. */
export function entriesOf(rows: CodedRows, texts: CodedTexts, owner: Uint32Array, terms: number): Entries {
  const occurrences = occurrencesIn(rows, texts)
  const [history, term, count] = [
    new Uint32Array(occurrences),
    new Uint32Array(occurrences),
    new Uint32Array(occurrences),
  ]
  let found = new Uint32Array(1 << 12)
  let size = 0
  for (let h = 0; h < owner.length; h++) {
    let n = 0
    for (let i = rows.offsets[h] as number; i < (rows.offsets[h + 1] as number); i++) {
      const q = rows.text[i] as number
      const end = texts.offsets[q + 1] as number
      const begin = texts.offsets[q] as number
      if (n + end - begin + 1 > found.length) {
        const more = new Uint32Array(2 * (n + end - begin + 1))
        more.set(found)
        found = more
      }
      for (let j = begin; j < end; j++) found[n++] = texts.term[j] as number
      if (rows.host.length > 0 && (rows.host[i] as number) > 0) found[n++] = (rows.host[i] as number) - 1
    }
    sort(found, n)
    for (let i = 0; i < n; ) {
      const t = found[i] as number
      const begin = i
      while (i < n && found[i] === t) i++
      history[size] = h
      term[size] = t
      count[size++] = i - begin
    }
  }
  return { owner, terms, history: history.slice(0, size), term: term.slice(0, size), count: count.slice(0, size) }
}

function occurrencesIn({ text, host }: CodedRows, { offsets }: CodedTexts): number {
  let n = host.length
  for (let i = 0; i < text.length; i++)
    n += (offsets[(text[i] as number) + 1] as number) - (offsets[text[i] as number] as number)
  return n
}

/** Sorts the first n numbers. Most histories are short. */
function sort(numbers: Uint32Array, n: number): void {
  if (n > 40) {
    numbers.subarray(0, n).sort()
    return
  }
  for (let i = 1; i < n; i++) {
    const one = numbers[i] as number
    let j = i
    for (; j > 0 && (numbers[j - 1] as number) > one; j--) numbers[j] = numbers[j - 1] as number
    numbers[j] = one
  }
}

function sumUp(offsets: Uint32Array): void {
  for (let i = 0; i + 1 < offsets.length; i++) offsets[i + 1]! += offsets[i] as number
}
