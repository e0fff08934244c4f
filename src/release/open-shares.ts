import { type Opener, opener } from '../crypto/shares/opener.js'
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

// Shares that are brought into memory at once, each as the engine has it (36 bytes) and as the kernel has it (32). The engine
// leaves a fifth of its limit to us.
const MOST_SHARES = 1 << 23
const SHARE_BYTES = 68
const OUR_PART = 5

const MALFORMED = `coalesce(octet_length(tag) <> 16 OR octet_length(x) <> 16 OR octet_length(y) <> 16, true)`

interface Tables {
  readonly tags: string
  readonly opened: string
  readonly rejected: string
}

/** Groups shares by tag and opens every tag with t or more distinct ones, some at a time, so that memory stays bounded. */
export async function openAll(engine: Engine, opening: Opening): Promise<Opened> {
  const { sharing, shares, signal } = opening
  const tables: Tables = { tags: fresh('tags'), opened: fresh('opened'), rejected: fresh('rejected') }
  const counted = fresh('counted')
  // In two statements: numbering the tags while they are counted would leave the counting to one thread.
  await engine.run(`
    CREATE TABLE ${counted} AS
      SELECT ${engine.wide('tag')} AS tag, count(*) AS n FROM (${shares}) GROUP BY ALL HAVING count(*) >= ${sharing.t};
    CREATE TABLE ${tables.tags} AS
      SELECT tag, n, row_number() OVER () - 1 AS id, sum(n) OVER (ROWS UNBOUNDED PRECEDING) AS upto FROM ${counted} WHERE tag IS NOT NULL;
    DROP TABLE ${counted};
    CREATE TABLE ${tables.opened} (tag BLOB, query VARCHAR);
    CREATE TABLE ${tables.rejected} (tag VARCHAR, x VARCHAR, y VARCHAR, reason VARCHAR)`)
  const open = opener(sharing.t)
  const [size] = await engine.all<{ tags: number }>(`SELECT count(*) AS tags FROM ${tables.tags}`)
  let damaged = 0
  for (let first = 0; first < (size?.tags ?? 0); ) {
    signal?.throwIfAborted()
    const batch = { first, size: await loadShares(engine, open, shares, tables.tags, first) }
    const found = await openBatch(engine, open, opening, tables.tags, batch)
    await keep(engine, tables, found)
    damaged += found.damaged
    first += batch.size
  }
  await engine.run(`
    INSERT INTO ${tables.rejected} SELECT lower(hex(tag)), lower(hex(x)), lower(hex(y)), 'not a share' FROM (${shares}) WHERE ${MALFORMED}`)
  const [rejected] = await engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${tables.rejected}`)
  return { opened: tables.opened, rejected: tables.rejected, rejectedCount: rejected?.n ?? 0, damaged }
}

/** Tags by their numbers. */
interface TagBatch {
  readonly first: number
  readonly size: number
}

const whole = (sql: string): FixedColumn => ({ sql, bytes: 4 })

/** 16 bytes; what has not as many becomes 0, which is neither a share nor half of a text. */
const number = (engine: Engine, bytes: string): FixedColumn => ({
  sql: `coalesce(${engine.wide(bytes)}, '00000000-0000-0000-0000-000000000000')`,
  bytes: 16,
})

/** Brings the shares of as many tags as memory allows beside each other; returns how many tags. */
async function loadShares(engine: Engine, open: Opener, shares: string, tags: string, first: number): Promise<number> {
  const most = Math.min(MOST_SHARES, Math.floor(engine.limit / OUR_PART / SHARE_BYTES))
  const within = `id >= ${first} AND upto - n < (SELECT upto - n FROM ${tags} WHERE id = ${first}) + ${most}`
  const known = await engine.memory(
    [whole('n'), { sql: 'tag', bytes: 16 }],
    `(SELECT n, tag FROM ${tags} WHERE ${within} ORDER BY id)`,
  )
  const parts = Array.from(known, ([n, tag]) => ({
    n: Uint8Array.from(n as Uint8Array),
    tag: Uint8Array.from(tag as Uint8Array),
  }))
  const counts = Uint8Array.from(Buffer.concat(parts.map(({ n }) => n)))
  const size = counts.length / 4
  open.begin(new Uint32Array(counts.buffer), Buffer.concat(parts.map(({ tag }) => tag)))
  const from = `(${shares}) s JOIN (SELECT tag, id FROM ${tags} WHERE id >= ${first} AND id < ${first + size}) t ON ${engine.wide('s.tag')} = t.tag`
  const columns = [whole(`t.id - ${first}`), number(engine, 's.x'), number(engine, 's.y')]
  for (const [ids, xs, ys] of await engine.memory(columns, from))
    open.take(ids as Uint8Array, xs as Uint8Array, ys as Uint8Array)
  return size
}

/** What was found in a batch, in columns for the engine. */
interface Found {
  readonly opened: readonly [id: string[], query: string[]]
  readonly rejected: readonly [tag: string[], x: (string | null)[], y: (string | null)[], reason: string[]]
  damaged: number
}

/** From shares to secrets, from secrets to texts: all at once where nobody meddled, one by one where somebody may have. */
async function openBatch(
  engine: Engine,
  open: Opener,
  { sharing, texts, draw }: Opening,
  tags: string,
  { first, size }: TagBatch,
): Promise<Found> {
  const found: Found = { opened: [[], []], rejected: [[], [], [], []], damaged: 0 }
  const claimed = `(${texts}) s ON ${engine.wide('s.tag')} = t.tag`
  const inBatch = `(SELECT tag, id FROM ${tags} WHERE id >= ${first} AND id < ${first + size}) t`
  const half = (slice: string) => number(engine, `CASE WHEN octet_length(s.text) = 32 THEN s.text[${slice}] END`)
  const reading = engine.memory([whole(`t.id - ${first}`), half('1:16'), half('17:32')], `${inBatch} JOIN ${claimed}`)
  open.solve() // while the engine looks for the texts
  const atOnce = sharing.scheme !== 'unanimous'
  for (const [ids, firsts, seconds] of await reading)
    if (atOnce) open.takeTexts(ids as Uint8Array, firsts as Uint8Array, seconds as Uint8Array)
  const careful: string[] = []
  for (let i = 0; i < size; i++) {
    const query = atOnce ? open.plainText(i) : undefined
    if (query !== undefined) {
      found.opened[0].push(String(first + i))
      found.opened[1].push(query)
    } else if (open.outcome(i).agreeing > 0) careful.push(String(first + i))
  }
  if (careful.length === 0) return found
  const chosen = fresh('careful')
  await engine.append(chosen, ['id'], [[careful]])
  const these = `(SELECT t.tag, t.id FROM ${tags} t SEMI JOIN ${chosen} c ON t.id = c.id::BIGINT) t`
  for await (const { id, claims } of claimsOf(engine, `${these} LEFT JOIN ${claimed}`))
    add(found, id, settle(open, id - first, sharing, claims, draw))
  await engine.run(`DROP TABLE ${chosen}`)
  return found
}

/** The texts that claim a tag, each once: one, if nobody meddled; an empty one where there is none. */
async function* claimsOf(
  engine: Engine,
  from: string,
): AsyncGenerator<{ readonly id: number; readonly claims: readonly Claim[] }> {
  let of: { readonly id: number; readonly claims: Claim[] } | undefined
  for await (const [id = [], tag = [], text = []] of engine.stream(
    `SELECT t.id, replace(t.tag::VARCHAR, '-', ''), coalesce(lower(hex(s.text)), '') FROM ${from} ORDER BY t.id`,
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

function add(found: Found, id: number, { tag, query, wrong, wrongTexts }: Settled): void {
  if (query === undefined) found.damaged++
  else {
    found.opened[0].push(String(id))
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

async function keep(engine: Engine, { tags, opened, rejected }: Tables, found: Found): Promise<void> {
  const batch = { opened: fresh('opened'), rejected: fresh('rejected') }
  await engine.append(batch.opened, ['id', 'query'], [found.opened])
  await engine.append(batch.rejected, ['tag', 'x', 'y', 'reason'], [found.rejected])
  await engine.run(`
    INSERT INTO ${opened} SELECT unhex(replace(t.tag::VARCHAR, '-', '')), o.query FROM ${batch.opened} o JOIN ${tags} t ON o.id::BIGINT = t.id;
    INSERT INTO ${rejected} SELECT * FROM ${batch.rejected};
    DROP TABLE ${batch.opened};
    DROP TABLE ${batch.rejected}`)
}
