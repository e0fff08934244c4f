import type { Batch } from '../../engines/engine.js'
import { countOf, fresh } from '../../engines/sql.js'
import type { AttackContext } from '../attack.js'
import { type Match, matcher, type Sets } from './overlap.js'

/** Released histories with those original ones that have the most in common with them. */
export interface Linked {
  readonly original: string
  readonly released: string
  /** (pseudonym, person: one of G, common, ties: |G|), as text; only of histories with something in common. */
  readonly table: string
  readonly records: number
  readonly tried: number
  readonly linked: number
}

/** Links the histories of `released` (SQL: pseudonym, query) to those of `original` (person, query). */
export async function link(
  original: string,
  released: string,
  most: number,
  { engine, random }: AttackContext,
): Promise<Linked> {
  const [texts, persons, records] = [fresh('texts'), fresh('persons'), fresh('records')]
  const coded = (column: string, sql: string) =>
    `SELECT ${column}, row_number() OVER (ORDER BY ${column})::INTEGER - 1 AS id FROM (SELECT DISTINCT ${column} FROM (${sql}))`
  await engine.materialise(texts, `${coded('query', original)}`)
  await engine.materialise(persons, `${coded('person', original)}`)
  await engine.materialise(records, `${coded('pseudonym', released)}`)
  const all = await countOf(engine, records)
  const drawn = draw(all, most, (n) => random.below(n))
  const sets = (column: string, codes: string, sql: string) =>
    `SELECT DISTINCT c.id AS owner, t.id AS code FROM (${sql}) s JOIN ${codes} c USING (${column}) JOIN ${texts} t USING (query) ORDER BY 1, 2`
  const read = async (sql: string, owners: number) => {
    const offsets = new Uint32Array(owners + 1)
    const codes: number[][] = []
    for await (const [owner, code] of engine.stream(sql)) {
      for (const id of owner as number[]) offsets[id + 1]!++
      codes.push(code as number[])
    }
    for (let i = 0; i < owners; i++) offsets[i + 1]! += offsets[i]!
    return { offsets, codes: flat(codes, offsets[owners]!) }
  }
  const find = remembering(
    matcher(
      await read(sets('person', persons, original), await countOf(engine, persons)),
      await countOf(engine, texts),
    ),
  )
  const theirs = await read(sets('pseudonym', records, released), all)
  const table = fresh('linked')
  let linked = 0
  const codes = fresh('codes')
  await engine.append(codes, ['record', 'person_code', 'common', 'ties'], batches())
  function* batches(): Generator<Batch> {
    let batch: string[][] = [[], [], [], []]
    for (const record of drawn) {
      const { common, ties, first } = find(slice(theirs, record))
      if (common === 0) continue
      linked++
      for (const [i, value] of [record, first, common, ties].entries()) batch[i]?.push(String(value))
      if (batch[0]?.length === 1 << 14) {
        yield batch
        batch = [[], [], [], []]
      }
    }
    yield batch
  }
  await engine.materialise(
    table,
    `SELECT pseudonym, person, common, ties FROM ${codes}
      JOIN ${records} r ON record::INTEGER = r.id JOIN ${persons} p ON person_code::INTEGER = p.id ORDER BY pseudonym`,
  )
  await engine.drop(codes, texts, persons, records)
  return { original, released, table, records: all, tried: drawn.length, linked }
}

function slice({ offsets, codes }: Sets, set: number): Uint32Array {
  return codes.subarray(offsets[set], offsets[set + 1])
}

function flat(parts: readonly (readonly number[])[], length: number): Uint32Array {
  const all = new Uint32Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Short histories come again and again, and those of common queries cost the most: their matches are kept. */
function remembering(find: (record: Uint32Array) => Match): (record: Uint32Array) => Match {
  const known = new Map<string, Match>()
  return (record) => {
    if (record.length > 6) return find(record)
    const key = record.join(' ')
    const before = known.get(key)
    if (before) return before
    const match = find(record)
    if (known.size < 1 << 20) known.set(key, match)
    return match
  }
}

/** All numbers below n, or `most` of them at random. */
function draw(n: number, most: number, below: (n: number) => number): number[] {
  const all = Array.from({ length: n }, (_, i) => i)
  if (n <= most) return all
  for (let i = 0; i < most; i++) {
    const j = i + below(n - i)
    ;[all[i], all[j]] = [all[j]!, all[i]!]
  }
  return all.slice(0, most)
}
