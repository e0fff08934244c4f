import { fresh } from '../../engines/sql.js'
import type { Seen } from '../../release/seen.js'
import { type Entities, spot } from '../../text/spot/index.js'
import type { AttackContext } from '../attack.js'

/** [Kumar07] §5: a name that occurs fewer times is no star's. */
const STAR = 10

/** What an opened release tells: numbers, never the texts. */
export interface Breaches {
  /** Sessions (or days of a pseudonym) with each entity, and with a non-star name beside another; none without pseudonyms. */
  readonly sessions?: Readonly<Record<(typeof SESSION_ROWS)[number][0], number>>
  /** Distinct entities, and distinct queries that hold two. */
  readonly queries: {
    readonly names: number
    readonly nonStarNames: number
    readonly places: number
    readonly companies: number
    readonly namePlace: number
    readonly nonStarNamePlace: number
  }
}

const NAME = 1
const NON_STAR = 2
const PLACE = 4
const COMPANY = 8
const ADULT = 16
const REVEALING = 32

/** The rows of the table by session: all of these in one session. */
const SESSION_ROWS = [
  ['name', NAME],
  ['company', COMPANY],
  ['place', PLACE],
  ['adult', ADULT],
  ['revealing', REVEALING],
  ['nonStarName', NON_STAR],
  ['nonStarNamePlace', NON_STAR | PLACE],
  ['nonStarNameCompany', NON_STAR | COMPANY],
  ['nonStarNameAdult', NON_STAR | ADULT],
  ['nonStarNameRevealing', NON_STAR | REVEALING],
] as const

interface Found {
  readonly query: string
  readonly entities: Entities
}

/** Reads a release with a mapping and counts what it tells. Words whose hash is not mapped stay unknown. */
export async function countBreaches(
  { rows }: Seen,
  open: ReadonlyMap<string, string>,
  on: AttackContext,
): Promise<Breaches> {
  const found: Found[] = []
  const names = new Map<string, number>()
  const sql = `SELECT query, count(*) AS n FROM ${rows.table} WHERE query IS NOT NULL GROUP BY query`
  for await (const [queries = [], counts = []] of on.engine.stream(sql))
    for (let i = 0; i < queries.length; i++) {
      const query = queries[i] as string
      const words = query.split(' ').map((hash) => open.get(hash))
      if (words.every((word) => word === undefined)) continue
      const entities = spot(words)
      if (maskOf(entities, () => false) === 0) continue
      found.push({ query, entities })
      for (const name of entities.names) names.set(name, (names.get(name) ?? 0) + (counts[i] as number))
    }
  const star = (name: string) => names.get(name)! >= STAR
  const distinct = (of: (entities: Entities) => readonly string[]) =>
    new Set(found.flatMap(({ entities }) => of(entities))).size
  const both = (mask: number) => found.filter(({ entities }) => (maskOf(entities, star) & mask) === mask).length
  const sessions = await countSessions(rows, found, star, on)
  return {
    ...(sessions ? { sessions } : {}),
    queries: {
      names: names.size,
      nonStarNames: [...names.keys()].filter((name) => !star(name)).length,
      places: distinct(({ places }) => places),
      companies: distinct(({ companies }) => companies),
      namePlace: both(NAME | PLACE),
      nonStarNamePlace: both(NON_STAR | PLACE),
    },
  }
}

function maskOf({ names, places, companies, adult, revealing }: Entities, star: (name: string) => boolean): number {
  return (
    (names.length > 0 ? NAME : 0) |
    (names.some((name) => !star(name)) ? NON_STAR : 0) |
    (places.length > 0 ? PLACE : 0) |
    (companies.length > 0 ? COMPANY : 0) |
    (adult ? ADULT : 0) |
    (revealing ? REVEALING : 0)
  )
}

async function countSessions(
  rows: Seen['rows'],
  found: readonly Found[],
  star: (name: string) => boolean,
  on: AttackContext,
): Promise<Breaches['sessions']> {
  if (!rows.columns.includes('pseudonym')) return undefined
  const masks = fresh('masks')
  await on.engine.append(
    masks,
    ['query', 'mask'],
    [[found.map(({ query }) => query), found.map(({ entities }) => String(maskOf(entities, star)))]],
  )
  const session = ['pseudonym', ...(rows.columns.includes('day') ? ['day'] : [])].join(', ')
  const counts = SESSION_ROWS.map(([name, mask]) => `count(*) FILTER ((held & ${mask}) = ${mask}) AS "${name}"`)
  const [counted] = await on.engine.all<Record<(typeof SESSION_ROWS)[number][0], number>>(`
    SELECT ${counts.join(', ')} FROM (
      SELECT bit_or(mask::INTEGER) AS held FROM ${rows.table} JOIN ${masks} USING (query) GROUP BY ${session})`)
  return counted
}
