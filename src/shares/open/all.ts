import { noRows } from '../../engines/dialect/index.js'
import { type Columns as ColumnVerbs, columnsIn, type Engine, type FixedColumn } from '../../engines/engine.js'
import { countOf, fresh } from '../../engines/sql.js'
import type { Sharing } from '../scheme.js'
import { type Opener, opener } from './opener.js'
import type { Share } from './robust.js'
import { type Claim, type Settled, settle } from './settle.js'

export interface Opening {
  readonly sharing: Pick<Sharing, 'scheme' | 't'>
  /** SQL of all shares (tag, x, y) and all texts (tag, text), as bytes. */
  readonly shares: string
  readonly texts: string
  /** The same in numbers, where all of it can be: see Numbers. */
  readonly numbers?: { readonly shares: string; readonly texts: string } | undefined
  readonly draw: (below: number) => number
  readonly signal: AbortSignal | undefined
  /** Leave a tag closed whose shares do not all agree, instead of decoding around the wrong ones. */
  readonly agreeing?: true
}

export interface Opened {
  /** Engine table (tag, query). */
  readonly opened: string
  /** Engine table (tag, x, y, reason); where a text was turned down x and y are null. */
  readonly rejected: string
  readonly rejectedCount: number
  readonly damaged: number
}

// Shares that are brought into memory at once, each as the engine has it (36 bytes) and as the kernel has it (32). The engine
// leaves a fifth of its limit to us.
const MOST_SHARES = 1 << 23
const SHARE_BYTES = 68
const OUR_PART = 5

interface Tables {
  readonly tags: string
  readonly opened: string
  readonly rejected: string
}

/** Groups shares by tag and opens every tag with t or more distinct ones, some at a time, so that memory stays bounded. */
export async function openAll(engine: Engine, opening: Opening): Promise<Opened> {
  const { sharing, shares, numbers, signal } = opening
  const tables: Tables = { tags: fresh('tags'), opened: fresh('opened'), rejected: fresh('rejected') }
  const counted = fresh('counted')
  // In two statements: numbering the tags while they are counted would leave the counting to one thread.
  await engine.materialise(
    counted,
    `SELECT ${numbers ? 'tag' : columnsIn(engine).wide('tag')} AS tag, count(*) AS n FROM (${numbers?.shares ?? shares}) GROUP BY ALL HAVING count(*) >= ${sharing.t}`,
  )
  await engine.materialise(
    tables.tags,
    `SELECT tag, n, row_number() OVER () - 1 AS id, sum(n) OVER (ROWS UNBOUNDED PRECEDING) AS upto FROM ${counted} WHERE tag IS NOT NULL`,
  )
  await engine.drop(counted)
  await engine.materialise(tables.opened, noRows({ tag: 'bytes', query: 'text' }))
  await engine.materialise(tables.rejected, noRows({ tag: 'text', x: 'text', y: 'text', reason: 'text' }))
  const sound = numbers !== undefined || (await rejectMalformed(engine, shares, tables.rejected))
  const open = opener(sharing.t)
  const [size] = await engine.all<{ tags: number }>(`SELECT count(*) AS tags FROM ${tables.tags}`)
  const tagged = size?.tags ?? 0
  let damaged = 0
  for (let first = 0; first < tagged; ) {
    signal?.throwIfAborted()
    const batch = await nextBatch(engine, tables.tags, first)
    const came = await sharesOf(engine, opening, batch, sound)
    const found = await openBatch(engine, open, opening, batch, came)
    await keep(engine, tables, found)
    damaged += found.damaged
    first += batch.counts.length
  }
  const rejectedCount = await countOf(engine, tables.rejected)
  return { opened: tables.opened, rejected: tables.rejected, rejectedCount, damaged }
}

/** Says whether all rows have the form of shares. */
async function rejectMalformed(engine: Engine, shares: string, rejected: string): Promise<boolean> {
  await engine.insert(
    rejected,
    `SELECT lower(hex(tag)), lower(hex(x)), lower(hex(y)), 'not a share' FROM (${shares})
    WHERE (octet_length(tag) = 16 AND octet_length(x) = 16 AND octet_length(y) = 16) IS NOT TRUE`,
  )
  return (await countOf(engine, rejected)) === 0
}

/** As many tags as memory has room for their shares. */
interface TagBatch {
  readonly first: number
  /** How many shares each has, and the tags themselves. */
  readonly counts: Uint32Array
  readonly tags: Uint8Array
  /** SQL for FROM: tag, id. */
  readonly from: string
}

const whole = (sql: string): FixedColumn => ({ sql, bytes: 4 })

/** 16 bytes; what has not as many becomes 0, which is neither a share nor half of a text. */
const number = (engine: Engine, bytes: string, sure = false): FixedColumn => ({
  sql: sure
    ? columnsIn(engine).wide(bytes, true)
    : `coalesce(${columnsIn(engine).wide(bytes)}, '00000000-0000-0000-0000-000000000000')`,
  bytes: 16,
})

async function nextBatch(engine: Engine, tags: string, first: number): Promise<TagBatch> {
  const most = Math.min(MOST_SHARES, Math.floor(columnsIn(engine).limit / OUR_PART / SHARE_BYTES))
  const within = `id >= ${first} AND upto - n < (SELECT upto - n FROM ${tags} WHERE id = ${first}) + ${most}`
  const known = await columnsIn(engine).memoryAtOnce(
    [whole('n'), { sql: 'tag', bytes: 16 }],
    `(SELECT n, tag FROM ${tags} WHERE ${within} ORDER BY id)`,
  )
  const parts = Array.from(known, (columns) => columns.map((column) => Uint8Array.from(column)))
  const [n, tag] = [0, 1].map((i) => Uint8Array.from(Buffer.concat(parts.map((part) => part[i]!))))
  const counts = new Uint32Array(n!.buffer)
  const range = `id >= ${first} AND id < ${first + counts.length}`
  return { first, counts, tags: tag!, from: `(SELECT tag, id FROM ${tags} WHERE ${range})` }
}

type Columns = Awaited<ReturnType<ColumnVerbs['memoryAtOnce']>>

function sharesOf(
  engine: Engine,
  { shares, numbers }: Opening,
  { first, from }: TagBatch,
  sound: boolean,
): Promise<Columns> {
  const id = whole(`t.id - ${first}`)
  if (numbers)
    return columnsIn(engine).memoryAtOnce(
      [id, { sql: 's.x', bytes: 16 }, { sql: 's.y', bytes: 16 }],
      `(${numbers.shares}) s JOIN ${from} t ON s.tag = t.tag`,
    )
  const columns = [id, number(engine, 's.x', sound), number(engine, 's.y', sound)]
  return columnsIn(engine).memoryAtOnce(
    columns,
    `(${shares}) s JOIN ${from} t ON ${columnsIn(engine).wide('s.tag', sound)} = t.tag`,
  )
}

/** Texts of 32 bytes that claim a tag, each once, in halves. */
function textsOf(engine: Engine, { texts, numbers }: Opening, { first, from }: TagBatch): Promise<Columns> {
  const id = whole(`id - ${first}`)
  if (numbers)
    return columnsIn(engine).memoryAtOnce(
      [id, { sql: 'first', bytes: 16 }, { sql: 'second', bytes: 16 }],
      `(SELECT DISTINCT t.id, s.first, s.second FROM ${from} t JOIN (${numbers.texts}) s ON s.tag = t.tag WHERE s.text IS NULL)`,
    )
  const half = (slice: string) => number(engine, `CASE WHEN octet_length(s.text) = 32 THEN s.text[${slice}] END`)
  return columnsIn(engine).memoryAtOnce(
    [id, half('1:16'), half('17:32')],
    `${from} t JOIN (${texts}) s ON ${columnsIn(engine).wide('s.tag')} = t.tag`,
  )
}

/** What was found in a batch, in columns for the engine. */
interface Found {
  readonly opened: { readonly ids: number[]; readonly queries: string[] }
  readonly rejected: readonly [tag: string[], x: (string | null)[], y: (string | null)[], reason: string[]]
  damaged: number
}

/** From shares to secrets, from secrets to texts: all at once where nobody meddled, one by one where somebody may have. */
async function openBatch(
  engine: Engine,
  open: Opener,
  opening: Opening,
  batch: TagBatch,
  shares: Columns,
): Promise<Found> {
  const { sharing, draw, agreeing } = opening
  const { first, counts, tags, from } = batch
  const found: Found = { opened: { ids: [], queries: [] }, rejected: [[], [], [], []], damaged: 0 }
  const reading = textsOf(engine, opening, batch)
  open.begin(counts, tags)
  for (const [ids, xs, ys] of shares) open.take(ids!, xs!, ys!)
  open.solve()
  const atOnce = sharing.scheme !== 'unanimous'
  for (const [ids, firsts, seconds] of await reading) if (atOnce) open.takeTexts(ids!, firsts!, seconds!)
  const careful: string[] = []
  for (let i = 0; i < counts.length; i++) {
    const query = atOnce ? open.plainText(i) : undefined
    if (query !== undefined) {
      found.opened.ids.push(first + i)
      found.opened.queries.push(query)
    } else if (agreeing ? open.outcome(i).agreeing === counts[i] : open.outcome(i).agreeing > 0)
      careful.push(String(first + i))
  }
  if (careful.length === 0) return found
  const chosen = fresh('careful')
  await engine.append(chosen, ['id'], [[careful]])
  const these = `(SELECT b.tag, b.id FROM ${from} b SEMI JOIN ${chosen} c ON b.id = c.id::BIGINT) t`
  for await (const { id, claims } of claimsOf(engine, opening, these))
    add(found, id, settle(open, id - first, sharing, claims, draw))
  await engine.drop(chosen)
  return found
}

/** The texts that claim a tag, each once: one, if nobody meddled; an empty one where there is none. */
async function* claimsOf(
  engine: Engine,
  { texts, numbers, agreeing }: Opening,
  tags: string,
): AsyncGenerator<{ readonly id: number; readonly claims: readonly Claim[] }> {
  const bytes = numbers ? 'coalesce(s.text, s.first::BLOB || s.second::BLOB)' : 's.text'
  const claimed = numbers
    ? `(${numbers.texts}) s ON s.tag = t.tag`
    : `(${texts}) s ON ${columnsIn(engine).wide('s.tag')} = t.tag`
  // Short texts have been tried; where all shares agree there is nothing else to try.
  const untried = numbers ? 's.text IS NOT NULL' : 'octet_length(s.text) > 32'
  const from = `${tags} ${agreeing ? `JOIN ${claimed} AND ${untried}` : `LEFT JOIN ${claimed}`}`
  let of: { readonly id: number; readonly claims: Claim[] } | undefined
  for await (const [id = [], tag = [], text = []] of engine.stream(
    `SELECT DISTINCT t.id, replace(t.tag::VARCHAR, '-', '') AS tag, coalesce(lower(hex(${bytes})), '') AS text FROM ${from} ORDER BY t.id`,
  )) {
    for (let i = 0; i < id.length; i++) {
      const one = { tag: tag[i] as string, text: text[i] as string }
      if (of === undefined || of.id !== id[i]) {
        if (of) yield of
        of = { id: id[i] as number, claims: [one] }
      } else if (of.claims.every((other) => other.text !== one.text)) of.claims.push(one)
    }
  }
  if (of) yield of
}

function add(found: Found, id: number, { tag, query, wrong, wrongTexts }: Settled): void {
  if (query === undefined) found.damaged++
  else {
    found.opened.ids.push(id)
    found.opened.queries.push(query)
  }
  const digits = (value: bigint | undefined) => value?.toString(16).padStart(32, '0') ?? null
  const reject = (share: Share | undefined, reason: string) => {
    const [tags, xs, ys, reasons] = found.rejected
    tags.push(tag)
    xs.push(digits(share?.x))
    ys.push(digits(share?.y))
    reasons.push(reason)
  }
  const reason =
    query === undefined ? 'the shares of this tag contradict each other or its text' : 'contradicts the others'
  for (const share of wrong) reject(share, reason)
  for (let i = 0; i < wrongTexts; i++) reject(undefined, 'not the text of this tag')
}

async function keep(engine: Engine, { tags, opened, rejected }: Tables, found: Found): Promise<void> {
  const batch = { opened: fresh('opened'), rejected: fresh('rejected') }
  const ids = fresh('ids')
  await columnsIn(engine).appendNumbers(ids, { id: Uint32Array.from(found.opened.ids) })
  await engine.append(batch.opened, ['query'], [[found.opened.queries]])
  await engine.append(batch.rejected, ['tag', 'x', 'y', 'reason'], [found.rejected])
  await engine.insert(
    opened,
    `SELECT unhex(replace(t.tag::VARCHAR, '-', '')), o.query FROM ${batch.opened} o POSITIONAL JOIN ${ids} i JOIN ${tags} t ON i.id = t.id`,
  )
  await engine.insert(rejected, `SELECT * FROM ${batch.rejected}`)
  await engine.drop(batch.opened, ids, batch.rejected)
}
