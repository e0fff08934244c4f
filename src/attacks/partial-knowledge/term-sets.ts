import { startsOf } from '../../base/numbers.js'
import type { Engine } from '../../engines/engine.js'
import { countOf, fresh } from '../../engines/sql.js'
import { termsSql } from '../../log/terms-sql.js'

/** Term sets of many histories in numbers, both ways round. */
export interface TermSets {
  /** Whose each set is. */
  readonly names: readonly string[]
  /** Terms of set s: from offsets[s] to offsets[s + 1], rising. */
  readonly offsets: Uint32Array
  readonly term: Uint32Array
  /** Sets that have term t: postings[starts[t]] to postings[starts[t + 1]]. */
  readonly starts: Uint32Array
  readonly postings: Uint32Array
}

/** A table (whose, term) of the distinct terms that each history has. */
export async function termTable(engine: Engine, histories: string): Promise<string> {
  const table = fresh('known_terms')
  await engine.materialise(
    table,
    `SELECT DISTINCT whose, unnest(${termsSql('query')}) AS term FROM (SELECT DISTINCT whose, query FROM (${histories}))`,
  )
  return table
}

/** Numbers for the terms of two tables together, so that sets of both can be compared. */
export async function termCodes(engine: Engine, tables: readonly string[]): Promise<{ codes: string; terms: number }> {
  const codes = fresh('codes')
  const all = tables.map((table) => `SELECT term FROM ${table}`).join(' UNION ')
  await engine.materialise(codes, `SELECT term, (row_number() OVER (ORDER BY term) - 1)::INTEGER AS code FROM (${all})`)
  return { codes, terms: await countOf(engine, codes) }
}

export async function readSets(engine: Engine, table: string, codes: string, terms: number): Promise<TermSets> {
  const term = new Uint32Array(await countOf(engine, table))
  const set = new Uint32Array(term.length)
  const names: string[] = []
  let at = 0
  for await (const [whose = [], code = []] of engine.stream(
    `SELECT whose, code FROM ${table} JOIN ${codes} USING (term) ORDER BY whose, code`,
  ))
    for (let i = 0; i < whose.length; i++, at++) {
      if (names.at(-1) !== whose[i]) names.push(whose[i] as string)
      set[at] = names.length - 1
      term[at] = code[i] as number
    }
  const [offsets, starts] = [startsOf(set, names.length), startsOf(term, terms)]
  const next = starts.slice()
  const postings = new Uint32Array(term.length)
  for (let i = 0; i < term.length; i++) postings[next[term[i]!]!++] = set[i]!
  return { names, offsets, term, starts, postings }
}
