import { writeFileSync } from 'node:fs'
import { LetheError } from '../../base/errors.js'
import { address, put } from '../../base/kernels.js'
import { type ShareKernel, shareKernel } from '../kernel.js'
import type { Sharing } from '../scheme.js'
import { type Opener, opener } from './opener.js'
import { batches, kindsOf, type LongTexts, ROWS, rowReader } from './read-encoded.js'
import { headerOf, kernelFor, linesOf, output, placeOf } from './write-rows.js'

const NUMBER = 16
/** Columns of a row that is kept: tag, x, y, two halves of the text, then two for each other. */
const [TAG, X, Y, FIRST, SECOND, OTHERS] = [0, 1, 2, 3, 4, 5]
const [SHORT, LONG] = [1, 2]
const BATCH = 1 << 13
/** Longer texts are held beside the rows, in so many characters at most. */
const MOST_LONG = 1 << 26

export interface Counts {
  readonly tags: number
  readonly opened: number
  readonly rows: number
  readonly rowsOpened: number
}

export interface InMemory {
  readonly header: readonly string[]
  /** The column of values. */
  readonly values: string
  readonly sharing: Pick<Sharing, 'scheme' | 't'>
  readonly out: string
  /** A file for what was turned down: nothing. */
  readonly rejected: string | undefined
  readonly limit: number
  readonly signal: AbortSignal | undefined
  readonly say: (step: string) => void
}

/**
 * Opens a file that `lethe encode` wrote without an engine: rows stay in the memory of a kernel, which orders them. Only where nobody meddled, so that all shares
 * and texts of a tag agree; undefined, and nothing is written, where there is anything to judge.
 */
export async function openInMemory(path: string, asked: InMemory): Promise<Counts | undefined> {
  const { header, values, sharing, signal, say } = asked
  const kinds = kindsOf(header, values)
  // Pseudonyms come first in the order of rows, and a sum of buckets is for whoever takes his time.
  if (kinds === undefined || header.includes('pseudonym') || sharing.scheme === 'unanimous') return undefined
  say('reading')
  const others = header.filter((_, at) => kinds[at] === 0)
  const texts = longTexts()
  const kept = await keep(path, kinds, OTHERS + 2 * others.length, texts, signal)
  if (kept === undefined || texts.many()) return undefined
  say('opening')
  const groups = kept.kernel.orderRows(sharing.t)
  const ends = new Uint32Array(kept.kernel.memory.buffer, address(kept.kernel.groupEnds), groups)
  const found = openGroups(kept.kernel, ends, sharing.t, texts.of)
  if (found === undefined) return undefined
  say('writing')
  if (!writeAll(kept, ends, found, others, asked)) return undefined
  if (asked.rejected !== undefined) writeFileSync(asked.rejected, 'tag\tx\ty\treason\n')
  let rowsOpened = 0
  for (let g = 0; g < groups; g++) if (found.queryOf[g]! > 0) rowsOpened += ends[g]! - (ends[g - 1] ?? 0)
  return { tags: groups, opened: found.queries.length, rows: ends.at(-1) ?? 0, rowsOpened }
}

interface Kept {
  readonly kernel: ShareKernel
  readonly rows: number
  /** Does any other column have a second half? */
  readonly long: boolean
}

/** All rows, in a kernel; undefined if any line is not as the encoder writes it, or a text is longer than there is room. */
async function keep(
  path: string,
  kinds: readonly number[],
  numbers: number,
  texts: LongTexts & { many(): boolean },
  signal: AbortSignal | undefined,
): Promise<Kept | undefined> {
  const reader = rowReader(kinds)
  const kernel = shareKernel()
  kernel.roomToKeep(ROWS, numbers)
  const reading = batches(reader, path, numbers, texts)
  let rows = 0
  try {
    for (;;) {
      const { done, value } = await reading.next()
      if (done) return value ? { kernel, rows, long: reader.kernel.longOthers.value !== 0 } : undefined
      if (signal?.aborted) throw new LetheError('interrupted', 'stopped')
      if (texts.many()) return undefined
      const some = value[0]!.length / NUMBER
      const memory = new Uint8Array(kernel.memory.buffer)
      for (const [i, column] of value.entries()) memory.set(column, address(kernel.staged) + i * ROWS * NUMBER)
      kernel.keepRows(some)
      rows += some
    }
  } finally {
    await reading.return(false) // closes the file
  }
}

/** Longer texts by their tags: one each, or something has to be judged. */
function longTexts() {
  const known = new Map<string, string>()
  let [held, differ] = [0, false]
  return {
    add(tag: Uint8Array, text: Uint8Array) {
      const [of, digits] = [Buffer.from(tag).toString('latin1'), Buffer.from(text).toString('latin1')]
      const before = known.get(of)
      if (before === undefined) {
        known.set(of, digits)
        held += digits.length
      } else if (before !== digits) differ = true
    },
    settle: () => Promise.resolve(),
    many: () => differ || held > MOST_LONG,
    of: (tag: Uint8Array) => Buffer.from(known.get(Buffer.from(tag).toString('latin1')) ?? '', 'hex'),
  }
}

interface FoundQueries {
  readonly queries: readonly string[]
  /** For each tag the number of its query, from 1; 0 if it stays closed. */
  readonly queryOf: Uint32Array
}

/** The queries of all tags with shares enough; undefined if anything contradicts. */
function openGroups(
  kept: ShareKernel,
  ends: Uint32Array,
  t: number,
  longText: (tag: Uint8Array) => Uint8Array,
): FoundQueries | undefined {
  const kinds = new Uint8Array(kept.memory.buffer, address(kept.groupTexts), ends.length)
  const chosen: number[] = []
  for (let g = 0; g < ends.length; g++) if (kinds[g]! > 0) chosen.push(g)
  const start = (g: number) => ends[g - 1] ?? 0
  const counts = Uint32Array.from(chosen, (g) => ends[g]! - start(g))
  const stage = address(kept.staged)
  // A number of one row, as it stands in the kernel until the next is asked for.
  const one = (row: number, column: number) => {
    kept.gather(row, 1, column, stage)
    return new Uint8Array(kept.memory.buffer, stage, NUMBER)
  }
  const tags = new Uint8Array(chosen.length * NUMBER)
  for (const [i, g] of chosen.entries()) tags.set(one(start(g), TAG), i * NUMBER)
  const open = opener(t)
  open.begin(counts, tags)
  const shares = gathered(kept, X, Y, open.take)
  for (const [i, g] of chosen.entries()) shares.add(i, start(g), ends[g]!)
  shares.end()
  open.solve()
  const texts = gathered(kept, FIRST, SECOND, open.takeTexts)
  for (const [i, g] of chosen.entries()) if (kinds[g] === SHORT) texts.add(i, start(g), start(g) + 1)
  texts.end()
  const queries: string[] = []
  const queryOf = new Uint32Array(ends.length)
  for (const [i, g] of chosen.entries()) {
    const { secret, agreeing, count } = open.outcome(i)
    if (agreeing === 0) continue // fewer than t distinct points
    if (agreeing < count) return undefined
    const tag = () => tags.slice(i * NUMBER, (i + 1) * NUMBER)
    const query =
      kinds[g] === SHORT
        ? open.plainText(i)
        : kinds[g] === LONG
          ? open.openText(secret, tag().reverse(), longText(tag()))
          : undefined
    if (query === undefined) return undefined
    queries.push(query)
    queryOf[g] = queries.length
  }
  return { queries, queryOf }
}

/** Collects two numbers of rows, with the number of their query, until there are enough to hand on. */
function gathered(kept: ShareKernel, first: number, second: number, to: Opener['take']) {
  // A row that was kept has room for at least five numbers, of which two are used.
  const most = Math.min(BATCH, ROWS)
  const ids = new Uint32Array(most)
  const [a, b] = [address(kept.staged), address(kept.staged) + most * NUMBER]
  let held = 0
  const flush = () => {
    const bytes = (at: number) => new Uint8Array(kept.memory.buffer, at, held * NUMBER)
    to(new Uint8Array(ids.buffer, 0, held * 4), bytes(a), bytes(b))
    held = 0
  }
  return {
    add(id: number, from: number, end: number) {
      for (let row = from; row < end; ) {
        const some = Math.min(end - row, most - held)
        kept.gather(row, some, first, a + held * NUMBER)
        kept.gather(row, some, second, b + held * NUMBER)
        ids.fill(id, held, held + some)
        held += some
        row += some
        if (held === most) flush()
      }
    },
    end: flush,
  }
}

/** All rows in order, each with its query where it opened. False if the queries are more than should lie in memory. */
function writeAll(
  { kernel: kept, rows, long }: Kept,
  ends: Uint32Array,
  { queries, queryOf }: FoundQueries,
  others: readonly string[],
  { out: path, limit }: InMemory,
): boolean {
  const lengths = queries.map((query) => Buffer.byteLength(query))
  const bytes = lengths.reduce((sum, n) => sum + n, 0)
  const longest = lengths.reduce((most, n) => Math.max(most, n), 0)
  const writer = kernelFor({ n: queries.length, bytes, longest }, { width: others.length, first: 0, limit })
  if (writer === undefined) return false
  for (const query of queries) writer.add(query)
  const { kernel } = writer
  const stage = address(kept.staged)
  const halves = others.flatMap((_, i) => (long ? [2 * i, 2 * i + 1] : [2 * i]))
  const ids = new Uint32Array(ROWS)
  const out = output(path)
  try {
    out.write(headerOf(others, 0))
    let group = 0
    for (let from = 0; from < rows; from += ROWS) {
      const some = Math.min(ROWS, rows - from)
      for (let i = 0; i < some; i++) {
        while (group < ends.length && ends[group]! <= from + i) group++
        ids[i] = queryOf[group] ?? 0
      }
      const bring = (column: number, place: number) => {
        kept.gather(from, some, column, stage)
        put(kernel, placeOf(kernel, place), new Uint8Array(kept.memory.buffer, stage, some * NUMBER))
      }
      put(kernel, kernel.queryIds, ids.subarray(0, some))
      bring(TAG, 0)
      for (const half of halves) bring(OTHERS + half, 1 + half)
      out.write(linesOf(kernel, some))
    }
    out.finish()
  } catch (cause) {
    out.discard()
    throw cause
  }
  return true
}
