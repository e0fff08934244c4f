import { fail } from '../../base/errors.js'
import { countOf, fresh } from '../../engines/sql.js'
import { hostSql } from '../../log/host-sql.js'
import type { Log } from '../../log/log.js'
import type { Seen } from '../../release/seen.js'
import type { AttackContext } from '../attack.js'
import { type Corpus, corpusBuilder } from './corpus.js'
import { readTags } from './read-tags.js'
import type { Sides } from './sides.js'

/** What of a release is hashed: the words of queries, or whole queries as tags. */
export function hashedPart({ manifest, rows }: Seen): 'tokens' | 'tags' | undefined {
  if (manifest?.steps.some((step) => step.method === 'token-hash')) return 'tokens'
  if (rows.columns.includes('tag')) return 'tags'
  return manifest === undefined && rows.columns.includes('query') ? 'tokens' : undefined
}

/** `vocabulary`: how many tokens must be in their order. */
export async function readSides(seen: Seen, vocabulary: number, on: AttackContext): Promise<Sides> {
  const reference = on.reference ?? fail('internal', 'the attack has no reference')
  return hashedPart(seen) === 'tags' ? readTags(seen, reference, on) : readTokens(seen, reference, vocabulary, on)
}

/** Queries with how often they occur; with clicked hosts, where both sides show them. */
async function readTokens({ rows }: Seen, reference: Log, vocabulary: number, on: AttackContext): Promise<Sides> {
  const released = `SELECT query, ${rows.columns.includes('host') ? 'host' : 'NULL'} AS host FROM ${rows.table}`
  const known = `SELECT query, ${reference.has.url ? hostSql('url') : 'NULL'} AS host FROM ${reference.table}`
  const hosts = fresh('hosts')
  await on.engine.materialise(
    hosts,
    `SELECT host, row_number() OVER (ORDER BY host) - 1 AS id
    FROM (SELECT host FROM (${released}) INTERSECT SELECT host FROM (${known})) WHERE host IS NOT NULL`,
  )
  const clear = await countOf(on.engine, hosts)
  return {
    hashes: await queries(released, clear > 0 ? hosts : undefined, vocabulary, on),
    reference: await queries(known, clear > 0 ? hosts : undefined, vocabulary, on),
    clear,
    of: 'tokens',
  }
}

/** Queries that are handed over at once. */
const LINES = 2000

async function queries(
  rows: string,
  hosts: string | undefined,
  vocabulary: number,
  on: Pick<AttackContext, 'engine'>,
): Promise<Corpus> {
  const distinct = fresh('distinct_queries')
  const [beside, join] = hosts ? ['coalesce(h.id + 1, 0)', `LEFT JOIN ${hosts} h USING (host)`] : ['0', '']
  await on.engine.materialise(
    distinct,
    `SELECT query, ${beside} AS beside, count(*) AS n FROM (${rows}) r ${join}
    WHERE query IS NOT NULL GROUP BY ALL`,
  )
  // Many queries in one text: a string of its own for each costs more than taking it apart.
  const lines = `n || ' ' || beside || ' ' || replace(query, chr(10), ' ')`
  const builder = corpusBuilder()
  const sql = `SELECT string_agg(${lines}, chr(10)) FROM ${distinct} GROUP BY rowid // ${LINES}`
  for await (const [texts = []] of on.engine.stream(sql)) for (const text of texts) builder.addLines(text as string)
  await on.engine.drop(distinct)
  return builder.finish(vocabulary)
}

/** The queries of a log as an attacker counts them. */
export function readQueries(
  log: Pick<Log, 'table'>,
  where: string,
  vocabulary: number,
  on: Pick<AttackContext, 'engine'>,
): Promise<Corpus> {
  return queries(`SELECT query, NULL AS host FROM ${log.table} WHERE ${where}`, undefined, vocabulary, on)
}
