import { fresh } from '../../engines/sql.js'
import { fail } from '../../errors.js'
import { hostSql } from '../../log/host-sql.js'
import type { Log } from '../../log/log.js'
import type { Seen } from '../../release/seen.js'
import type { AttackContext } from '../attack.js'
import { type Corpus, corpusBuilder } from './corpus.js'

/** Both logs as the attacker counts them. */
export interface Sides {
  readonly hashes: Corpus
  readonly reference: Corpus
  /** How many things stand in clear on both sides. */
  readonly clear: number
  readonly of: 'tokens' | 'tags'
}

/** What of a release is hashed: the words of queries, or whole queries as tags. */
export function hashedPart({ manifest, rows }: Seen): 'tokens' | 'tags' | undefined {
  if (manifest?.steps.some((step) => step.method === 'token-hash')) return 'tokens'
  if (rows.columns.includes('tag')) return 'tags'
  return manifest === undefined && rows.columns.includes('query') ? 'tokens' : undefined
}

export async function readSides(seen: Seen, on: AttackContext): Promise<Sides> {
  const reference = on.reference ?? fail('internal', 'the attack has no reference')
  return hashedPart(seen) === 'tags' ? readTags(seen, reference, on) : readTokens(seen, reference, on)
}

/** Queries with how often they occur; with clicked hosts, where both sides show them. */
async function readTokens({ rows }: Seen, reference: Log, on: AttackContext): Promise<Sides> {
  const released = `SELECT query, ${rows.columns.includes('host') ? 'host' : 'NULL'} AS host FROM ${rows.table}`
  const known = `SELECT query, ${reference.has.url ? hostSql('url') : 'NULL'} AS host FROM ${reference.table}`
  const hosts = fresh('hosts')
  await on.engine.run(`
    CREATE TABLE ${hosts} AS SELECT host, row_number() OVER (ORDER BY host) - 1 AS id
    FROM (SELECT host FROM (${released}) INTERSECT SELECT host FROM (${known})) WHERE host IS NOT NULL`)
  const [size] = await on.engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${hosts}`)
  const clear = size?.n ?? 0
  return {
    hashes: await queries(released, clear > 0 ? hosts : undefined, on),
    reference: await queries(known, clear > 0 ? hosts : undefined, on),
    clear,
    of: 'tokens',
  }
}

async function queries(rows: string, hosts: string | undefined, on: AttackContext): Promise<Corpus> {
  const builder = corpusBuilder()
  const sql = hosts
    ? `SELECT query, count(*) AS n, h.id FROM (${rows}) r LEFT JOIN ${hosts} h USING (host) WHERE query IS NOT NULL GROUP BY ALL`
    : `SELECT query, count(*) AS n FROM (${rows}) WHERE query IS NOT NULL GROUP BY query`
  for await (const [texts = [], counts = [], ids] of on.engine.stream(sql)) {
    for (let i = 0; i < texts.length; i++) {
      const id = ids?.[i]
      if (typeof id === 'number') builder.addTokens(words(texts[i] as string), counts[i] as number, [id])
      else builder.addText(texts[i] as string, counts[i] as number)
    }
  }
  return builder.finish()
}

const words = (text: string) => text.split(' ').filter((word) => word !== '')

/**
 * Tags stand for whole queries; what a person asks on one day is a basket. Queries that the release shows in clear are company
 * that needs no mapping, and no candidates for tags.
 */
async function readTags({ rows }: Seen, reference: Log, on: AttackContext): Promise<Sides> {
  const has = (column: string) => rows.columns.includes(column)
  const day = has('day') ? 'day' : has('hour') ? 'left(hour, 10)' : has('time') ? 'left("time", 10)' : `''`
  const linked = has('pseudonym')
  const text = has('query') ? 'query' : 'NULL'
  const shown = fresh('shown')
  await on.engine.run(`
    CREATE TABLE ${shown} AS SELECT query, row_number() OVER (ORDER BY query) - 1 AS id
    FROM (SELECT DISTINCT ${text} AS query FROM ${rows.table}) WHERE query IS NOT NULL`)
  const [size] = await on.engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${shown}`)
  const released = `
    SELECT ${linked ? `pseudonym || ' ' || coalesce(${day}, '')` : 'NULL'} AS basket, r.tag AS token, s.id
    FROM (SELECT *, ${text} AS shown_text FROM ${rows.table}) r LEFT JOIN ${shown} s ON r.shown_text = s.query`
  const sameDay = reference.has.time && day !== `''`
  const known = `
    SELECT ${linked ? `person || ' ' || ${sameDay ? `coalesce(time::DATE::VARCHAR, '')` : `''`}` : 'NULL'} AS basket,
      CASE WHEN s.id IS NULL THEN r.query END AS token, s.id
    FROM ${reference.table} r LEFT JOIN ${shown} s ON r.query = s.query WHERE r.query IS NOT NULL`
  return {
    hashes: await baskets(released, on),
    reference: await baskets(known, on),
    clear: linked ? (size?.n ?? 0) : 0,
    of: 'tags',
  }
}

/** Rows (basket, token, id of something in clear) gathered by basket; rows without a basket stand alone. */
async function baskets(rows: string, on: AttackContext): Promise<Corpus> {
  const builder = corpusBuilder()
  const alone = `SELECT token, count(*) AS n FROM (${rows}) WHERE basket IS NULL AND token IS NOT NULL GROUP BY token`
  for await (const [tokens = [], counts = []] of on.engine.stream(alone))
    tokens.forEach((token, i) => {
      builder.addTokens([token as string], counts[i] as number)
    })
  let current: unknown
  let held: string[] = []
  let beside: number[] = []
  const close = () => {
    if (held.length > 0) builder.addTokens(held, 1, beside)
    held = []
    beside = []
  }
  const sorted = `SELECT basket, token, id FROM (${rows}) WHERE basket IS NOT NULL ORDER BY basket, token, id`
  for await (const [names = [], tokens = [], ids = []] of on.engine.stream(sorted)) {
    names.forEach((name, i) => {
      if (name !== current) close()
      current = name
      if (tokens[i] !== null) held.push(tokens[i] as string)
      if (ids[i] !== null) beside.push(ids[i] as number)
    })
  }
  close()
  return builder.finish()
}
