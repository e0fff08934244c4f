import { type Opener, opener } from '../crypto/shares/opener.js'
import { decodeAround, type Share } from '../crypto/shares/robust.js'
import type { Sharing } from '../crypto/shares/scheme.js'
import { sums } from '../crypto/shares/unanimous.js'
import type { Engine } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'

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

/** Shares that are brought into memory at once: 32 bytes each. */
const MOST_SHARES = 1 << 23

const MALFORMED = `coalesce(octet_length(tag) <> 16 OR octet_length(x) <> 16 OR octet_length(y) <> 16, true)`

/** Groups shares by tag and opens every tag with t or more distinct ones, some at a time, so that memory stays bounded. */
export async function openAll(engine: Engine, { sharing, shares, texts, draw, signal }: Opening): Promise<Opened> {
  const { t } = sharing
  const tables = { tags: fresh('tags'), opened: fresh('opened'), rejected: fresh('rejected') }
  await engine.run(`
    CREATE TABLE ${tables.tags} AS SELECT tag, n, row_number() OVER () - 1 AS id, sum(n) OVER (ROWS UNBOUNDED PRECEDING) AS upto
      FROM (SELECT ${engine.wide('tag')} AS tag, count(*) AS n FROM (${shares}) GROUP BY ALL HAVING count(*) >= ${t}) WHERE tag IS NOT NULL`)
  const found = collector()
  const open = opener(t)
  const [size] = await engine.all<{ tags: number }>(`SELECT count(*) AS tags FROM ${tables.tags}`)
  for (let first = 0; first < (size?.tags ?? 0); ) {
    signal?.throwIfAborted()
    const batch = await loadBatch(engine, open, shares, tables.tags, first)
    const candidates = await textsOf(engine, tables.tags, texts, first, first + batch)
    for (let i = 0; i < batch; i++) {
      const outcome = settle(open, i, sharing, candidates.get(first + i) as Text[], draw)
      if (outcome) found.add(outcome)
    }
    first += batch
  }
  await engine.append(`${tables.opened}_hex`, ['tag', 'query'], found.openedBatches())
  await engine.append(`${tables.rejected}_hex`, ['tag', 'x', 'y', 'reason'], found.rejectedBatches())
  await engine.run(`
    CREATE TABLE ${tables.opened} AS SELECT unhex(tag) AS tag, query FROM ${tables.opened}_hex;
    CREATE TABLE ${tables.rejected} AS SELECT * FROM ${tables.rejected}_hex
    UNION ALL SELECT lower(hex(tag)), lower(hex(x)), lower(hex(y)), 'not a share' FROM (${shares}) WHERE ${MALFORMED}`)
  const [rejected] = await engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${tables.rejected}`)
  return { opened: tables.opened, rejected: tables.rejected, rejectedCount: rejected?.n ?? 0, damaged: found.damaged() }
}

/** Brings the shares of as many tags as memory allows beside each other, and interpolates them; returns how many tags. */
async function loadBatch(engine: Engine, open: Opener, shares: string, tags: string, first: number): Promise<number> {
  const within = `id >= ${first} AND upto - n < (SELECT upto - n FROM ${tags} WHERE id = ${first}) + ${MOST_SHARES}`
  const counts: number[] = []
  for await (const [n = []] of engine.stream(`SELECT n FROM ${tags} WHERE ${within} ORDER BY id`))
    for (const count of n) counts.push(count as number)
  open.begin(Uint32Array.from(counts))
  // What has not 16 bytes becomes 0, which is no share.
  const number = (bytes: string) => ({
    sql: `coalesce(${engine.wide(bytes)}, '00000000-0000-0000-0000-000000000000')`,
    bytes: 16 as const,
  })
  const range = `id >= ${first} AND id < ${first + counts.length}`
  const from = `(${shares}) s JOIN (SELECT tag, id FROM ${tags} WHERE ${range}) t ON ${engine.wide('s.tag')} = t.tag`
  const columns = [{ sql: `t.id - ${first}`, bytes: 4 as const }, number('s.x'), number('s.y')]
  for await (const [ids, xs, ys] of engine.memory(columns, from))
    open.take(ids as Uint8Array, xs as Uint8Array, ys as Uint8Array)
  open.solve()
  return counts.length
}

interface Text {
  readonly tag: string
  readonly text: string
}

/** The texts that claim a tag, by the number of the tag: one each, if nobody meddled; an empty one where there is none. */
async function textsOf(
  engine: Engine,
  tags: string,
  texts: string,
  from: number,
  to: number,
): Promise<Map<number, Text[]>> {
  const all = new Map<number, Text[]>()
  for await (const [id = [], tag = [], text = []] of engine.stream(`
    SELECT t.id, replace(t.tag::VARCHAR, '-', ''), lower(hex(s.text)) FROM (SELECT tag, id FROM ${tags} WHERE id >= ${from} AND id < ${to}) t
    LEFT JOIN (${texts}) s ON ${engine.wide('s.tag')} = t.tag`)) {
    for (let i = 0; i < id.length; i++) {
      const one = { tag: tag[i] as string, text: (text[i] as string | null) ?? '' }
      const known = all.get(id[i] as number)
      if (known === undefined) all.set(id[i] as number, [one])
      else if (known.every((other) => other.text !== one.text)) known.push(one)
    }
  }
  return all
}

interface Settled {
  readonly tag: string
  readonly query: string | undefined
  readonly wrong: readonly Share[]
  readonly wrongTexts: number
}

/** One tag: from shares to the secret, from the secret to the text. Undefined if it has fewer than t distinct shares. */
function settle(
  open: Opener,
  query: number,
  { scheme, t }: Opening['sharing'],
  texts: readonly Text[],
  draw: Opening['draw'],
): Settled | undefined {
  const { secret, agreeing, count } = open.outcome(query)
  if (agreeing === 0) return undefined
  const shares = () => open.sharesOf(query).filter(({ x, y }) => x !== 0n || y !== 0n) // these had not 16 bytes, and are counted as such
  const closed = (): Settled => ({
    tag: texts[0]?.tag as string,
    query: undefined,
    wrong: shares(),
    wrongTexts: texts.filter(({ text }) => text !== '').length,
  })
  const read = (candidate: bigint, wrong: readonly Share[]): Settled | undefined => {
    for (const { tag, text } of texts) {
      const clear = open.openText(candidate, Buffer.from(tag, 'hex'), Buffer.from(text, 'hex'))
      if (clear !== undefined) return { tag, query: clear, wrong, wrongTexts: texts.length - 1 }
    }
    return undefined
  }
  if (scheme === 'unanimous') {
    const all = shares()
    for (const sum of sums(all, t)) {
      const settled = read(
        sum.secret,
        all.filter((share) => !sum.used.includes(share)),
      )
      if (settled) return settled
    }
    return closed()
  }
  if (agreeing === count) return read(secret, []) ?? closed()
  const around = decodeAround(shares(), t, draw)
  return (around && read(around.secret, around.wrong)) ?? closed()
}

/** What was found, in columns for the engine. */
function collector() {
  const opened: [string[], string[]] = [[], []]
  const rejected: [string[], (string | null)[], (string | null)[], string[]] = [[], [], [], []]
  let damaged = 0
  const reject = (tag: string, share: Share | undefined, reason: string) => {
    const digits = (value: bigint | undefined) => value?.toString(16).padStart(32, '0') ?? null
    for (const [i, value] of [tag, digits(share?.x), digits(share?.y), reason].entries())
      (rejected[i] as (string | null)[]).push(value)
  }
  return {
    add({ tag, query, wrong, wrongTexts }: Settled): void {
      if (query === undefined) damaged++
      else {
        opened[0].push(tag)
        opened[1].push(query)
      }
      const reason =
        query === undefined ? 'the shares of this tag contradict each other or its text' : 'contradicts the others'
      for (const share of wrong) reject(tag, share, reason)
      for (let i = 0; i < wrongTexts; i++) reject(tag, undefined, 'not the text of this tag')
    },
    openedBatches: () => [opened],
    rejectedBatches: () => [rejected],
    damaged: () => damaged,
  }
}
