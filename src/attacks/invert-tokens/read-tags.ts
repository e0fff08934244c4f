import { countOf, fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { withSessionsSql } from '../../log/session-sql.js'
import type { Seen } from '../../release/seen.js'
import type { AttackContext } from '../attack.js'
import { type Corpus, corpusBuilder } from './corpus.js'
import type { Sides } from './sides.js'

/**
 * Tags stand for whole queries. What a pseudonym asks in a session (or on one day, if it stands for a person) is a basket; if it stands for a person,
 * all that it asks is a wider one. The reference is cut the same way. Queries that the release shows in clear are company that needs no
 * mapping, and no candidates for tags.
 */
export async function readTags(seen: Seen, reference: Log, on: AttackContext): Promise<Sides> {
  const { rows } = seen
  const has = (column: string) => rows.columns.includes(column)
  const linked = has('pseudonym')
  const shown = fresh('shown')
  const text = has('query') ? 'query' : 'NULL'
  await on.engine.materialise(
    shown,
    `SELECT query, row_number() OVER (ORDER BY query) - 1 AS id
    FROM (SELECT DISTINCT ${text} AS query FROM ${rows.table}) WHERE query IS NOT NULL`,
  )
  const size = await countOf(on.engine, shown)
  const cut = cuts(seen, reference)
  const released = `
    SELECT ${linked ? `pseudonym || ' ' || ${cut.released}` : 'NULL'} AS basket, ${linked ? 'pseudonym' : 'NULL'} AS person,
      r.tag AS token, s.id
    FROM (SELECT *, ${text} AS shown_text FROM ${rows.table}) r LEFT JOIN ${shown} s ON r.shown_text = s.query`
  const known = `
    SELECT ${linked ? `person || ' ' || ${cut.known}` : 'NULL'} AS basket, ${linked ? 'person' : 'NULL'} AS person,
      CASE WHEN s.id IS NULL THEN r.query END AS token, s.id
    FROM (${cut.reference}) r LEFT JOIN ${shown} s ON r.query = s.query WHERE r.query IS NOT NULL`
  const read = async (from: string) => {
    const corpus = await baskets(from, 'basket', on)
    return cut.wider ? { ...corpus, wider: await baskets(from, 'person', on) } : corpus
  }
  return {
    hashes: await read(released),
    reference: await read(known),
    clear: linked ? size : 0,
    of: 'tags',
  }
}

/** Within a pseudonym, what belongs together: all of a session, or a day of a person where days are known on both sides. */
function cuts({ manifest, rows }: Seen, reference: Log) {
  const has = (column: string) => rows.columns.includes(column)
  const all = { released: `''`, known: `''`, reference: `SELECT * FROM ${reference.table}`, wider: false }
  if (!has('pseudonym')) return all
  if (manifest?.shows.link === 'session')
    return { ...all, known: `coalesce(session, '')`, reference: withSessionsSql(reference) }
  const day = has('day') ? 'day' : has('hour') ? 'left(hour, 10)' : has('time') ? 'left("time", 10)' : undefined
  if (day === undefined || !reference.has.time) return all
  return { ...all, released: `coalesce(${day}, '')`, known: `coalesce(time::DATE::VARCHAR, '')`, wider: true }
}

/** Rows (basket, person, token, id of something in clear) gathered by one of the first two; rows without a basket stand alone. */
async function baskets(rows: string, by: 'basket' | 'person', on: AttackContext): Promise<Corpus> {
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
  const sorted = `SELECT ${by}, token, id FROM (${rows}) WHERE basket IS NOT NULL ORDER BY ${by}, token, id`
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
