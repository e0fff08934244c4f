import { type Buckets, MEMORY_OF_SHARE, type Opener, opener } from '../crypto/shares/opener.js'
import type { Share } from '../crypto/shares/robust.js'
import type { Sharing } from '../crypto/shares/scheme.js'
import type { Engine, FixedColumn } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import { type Claim, type Settled, settle } from './settle-shares.js'

export interface Opening {
  readonly sharing: Pick<Sharing, 'scheme' | 't'>
  /** SQL of all shares (tag, x, y) and all texts (tag, text), as bytes. */
  readonly shares: string
  readonly texts: string
  readonly draw: (below: number) => number
  readonly signal: AbortSignal | undefined
}

export interface Opened {
  /** Engine table (tag, query). */
  readonly opened: string
  /** Engine table (tag, x, y, reason); where a text was turned down x and y are null. */
  readonly rejected: string
  readonly rejectedCount: number
  readonly damaged: number
}

// Shares that are brought into memory at once, and buckets. The engine leaves a fifth of its limit to us.
const MOST_SHARES = 1 << 23
const OUR_PART = 5
const BUCKETS_PART = 4
const BUCKET_BYTES = 4
const FEWEST_BITS = 4

interface Tables {
  readonly opened: string
  readonly rejected: string
}

/** Groups shares by tag and opens every tag with t or more distinct ones, some at a time, so that memory stays bounded. */
export async function openAll(engine: Engine, opening: Opening): Promise<Opened> {
  const { sharing, shares, signal } = opening
  const tables: Tables = { opened: fresh('opened'), rejected: fresh('rejected') }
  await engine.run(`
    CREATE TABLE ${tables.opened} (tag BLOB, query VARCHAR);
    CREATE TABLE ${tables.rejected} (tag VARCHAR, x VARCHAR, y VARCHAR, reason VARCHAR)`)
  const [size] = await engine.all<{ rows: number }>(`SELECT count(*) AS rows FROM (${shares})`)
  const room = Math.floor(engine.limit / OUR_PART)
  const bits = bitsFor(size?.rows ?? 0, room / BUCKETS_PART / BUCKET_BYTES)
  const most = Math.min(MOST_SHARES, Math.floor((room - BUCKET_BYTES * 2 ** bits) / MEMORY_OF_SHARE))
  const open = opener(sharing.t, 2 ** bits)
  for await (const [places] of engine.memory([whole('place')], placed(engine, shares, bits)))
    open.count(places as Uint8Array)
  let damaged = 0
  let malformed: Promise<void> | undefined
  for (let batch = open.next(most); batch; batch = open.next(most)) {
    signal?.throwIfAborted()
    const found = await openBatch(engine, open, opening, bits, batch, () => {
      malformed ??= rejectMalformed(engine, shares, tables.rejected)
      return malformed
    })
    await keep(engine, tables, found)
    damaged += found.damaged
  }
  await (malformed ?? rejectMalformed(engine, shares, tables.rejected))
  const [rejected] = await engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${tables.rejected}`)
  return { opened: tables.opened, rejected: tables.rejected, rejectedCount: rejected?.n ?? 0, damaged }
}

/** As many buckets as there are rows, so that most hold one tag, if there is room. */
function bitsFor(rows: number, most: number): number {
  return Math.max(FEWEST_BITS, Math.min(Math.ceil(Math.log2(rows + 1)), Math.floor(Math.log2(most))))
}

/** Rows with a tag, and the bucket of each. */
const placed = (engine: Engine, rows: string, bits: number) =>
  `(SELECT *, ${engine.bucket('tag', bits)} AS place FROM (${rows}) WHERE octet_length(tag) = 16)`

function rejectMalformed(engine: Engine, shares: string, rejected: string): Promise<void> {
  return engine.run(`
    INSERT INTO ${rejected} SELECT lower(hex(tag)), lower(hex(x)), lower(hex(y)), 'not a share' FROM (${shares})
    WHERE coalesce(octet_length(tag) <> 16 OR octet_length(x) <> 16 OR octet_length(y) <> 16, true)`)
}

const whole = (sql: string): FixedColumn => ({ sql, bytes: 4 })

/** 16 bytes; what has not as many becomes 0, which is neither a share nor half of a text. */
const number = (engine: Engine, bytes: string): FixedColumn => ({
  sql: `coalesce(${engine.wide(bytes)}, '00000000-0000-0000-0000-000000000000')`,
  bytes: 16,
})

/** What was found in a batch, in columns for the engine. */
interface Found {
  readonly opened: readonly [tag: string[], query: string[]]
  readonly rejected: readonly [tag: string[], x: (string | null)[], y: (string | null)[], reason: string[]]
  damaged: number
}

/** From shares to secrets, from secrets to texts: all at once where nobody meddled, one by one where somebody may have. */
async function openBatch(
  engine: Engine,
  open: Opener,
  { sharing, shares, texts, draw }: Opening,
  bits: number,
  { first, end, full }: Buckets,
  meanwhile: () => Promise<void>,
): Promise<Found> {
  const found: Found = { opened: [[], []], rejected: [[], [], [], []], damaged: 0 }
  const tagged = [whole('place'), number(engine, 'tag')]
  const these = end - first === 2 ** bits ? '' : ` WHERE place >= ${first} AND place < ${end}`
  for await (const [places, tags, xs, ys] of engine.memory(
    [...tagged, number(engine, 'x'), number(engine, 'y')],
    `${placed(engine, shares, bits)}${these}`,
  ))
    open.take(places as Uint8Array, tags as Uint8Array, xs as Uint8Array, ys as Uint8Array)
  const atOnce = sharing.scheme !== 'unanimous'
  const wanted = fresh('wanted')
  await engine.appendNumbers(wanted, { place: full })
  // What the kernel does leaves the engine free for other statements.
  const reading = atOnce
    ? shortTexts(engine, `${placed(engine, texts, bits)} JOIN ${wanted} USING (place)`, tagged)
    : []
  const also = meanwhile()
  const queries = open.solve()
  const [read] = await Promise.all([reading, also])
  for (const [places, tags, firsts, seconds] of read)
    open.takeTexts(places as Uint8Array, tags as Uint8Array, firsts as Uint8Array, seconds as Uint8Array)
  await engine.run(`DROP TABLE ${wanted}`)
  const careful: { readonly ids: string[]; readonly tags: string[] } = { ids: [], tags: [] }
  for (let i = 0; i < queries; i++) {
    const query = atOnce ? open.plainText(i) : undefined
    if (query !== undefined) {
      found.opened[0].push(open.tag(i))
      found.opened[1].push(query)
    } else if (open.outcome(i).agreeing > 0) {
      careful.ids.push(String(i))
      careful.tags.push(open.tag(i))
    }
  }
  if (careful.ids.length === 0) return found
  const chosen = fresh('careful')
  await engine.append(chosen, ['id', 'tag'], [[careful.ids, careful.tags]])
  for await (const { id, claims } of claimsOf(engine, chosen, texts))
    add(found, settle(open, id, sharing, claims, draw))
  await engine.run(`DROP TABLE ${chosen}`)
  return found
}

/** Texts of the smallest class in halves. */
function shortTexts(engine: Engine, from: string, tagged: readonly FixedColumn[]) {
  const half = (slice: string) => number(engine, `CASE WHEN octet_length(text) = 32 THEN text[${slice}] END`)
  return engine.memoryAtOnce([...tagged, half('1:16'), half('17:32')], from)
}

/** The texts that claim a tag, each once: one, if nobody meddled; an empty one where there is none. */
async function* claimsOf(
  engine: Engine,
  chosen: string,
  texts: string,
): AsyncGenerator<{ readonly id: number; readonly claims: readonly Claim[] }> {
  let of: { readonly id: number; readonly claims: Claim[] } | undefined
  for await (const [id = [], tag = [], text = []] of engine.stream(
    `SELECT t.id::BIGINT, t.tag, coalesce(lower(hex(s.text)), '') FROM ${chosen} t LEFT JOIN (${texts}) s ON s.tag = unhex(t.tag) ORDER BY ALL`,
  )) {
    for (let i = 0; i < id.length; i++) {
      const one = { tag: tag[i] as string, text: text[i] as string }
      if (of?.id !== id[i]) {
        if (of) yield of
        of = { id: id[i] as number, claims: [one] }
      } else if (of.claims.every((other) => other.text !== one.text)) of.claims.push(one)
    }
  }
  if (of) yield of
}

function add(found: Found, { tag, query, wrong, wrongTexts }: Settled): void {
  if (query === undefined) found.damaged++
  else {
    found.opened[0].push(tag)
    found.opened[1].push(query)
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

async function keep(engine: Engine, { opened, rejected }: Tables, found: Found): Promise<void> {
  const batch = { opened: fresh('opened'), rejected: fresh('rejected') }
  await engine.append(batch.opened, ['tag', 'query'], [found.opened])
  await engine.append(batch.rejected, ['tag', 'x', 'y', 'reason'], [found.rejected])
  await engine.run(`
    INSERT INTO ${opened} SELECT unhex(tag), query FROM ${batch.opened};
    INSERT INTO ${rejected} SELECT * FROM ${batch.rejected};
    DROP TABLE ${batch.opened};
    DROP TABLE ${batch.rejected}`)
}
