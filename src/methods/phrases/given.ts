import { cast, twoInOne, universalHash } from '../../engines/dialect/index.js'
import { fresh } from '../../engines/sql.js'
import { limitsOf } from '../../histograms/limits.js'
import { MOST } from '../../histograms/numbers.js'
import type { Context } from '../method.js'

/** Who used what, each phrase of a person once. */
export interface Uses {
  /** A table, or a select in brackets: person, the columns of a phrase, and n where it decides what is given. */
  readonly table: string
  /** The columns that say which phrase it is: its ends, or one number. Tables hold no more than they must; they have a row for each word of each person. */
  readonly phrase: readonly string[]
  /** How phrases are joined to their codes, and the code of a phrase, as SQL. */
  readonly coded: { readonly join: string; readonly code: string }
}

/** A person gives so many phrases at most, any of theirs or those used most often. */
export interface Bound {
  readonly most: number
  readonly choose: 'random' | 'frequent'
}

/** How often a text or a phrase is used, as a further column, where that decides what is given. */
export function often(choose: Bound['choose'], how: string): string {
  return choose === 'frequent' ? `, ${cast(how, 'long')} AS n` : ''
}

/**
 * What persons give, as SQL for (the columns of a phrase, t): no person has more than `most` rows, and t of a person is at least as many as there are. Whoever has no more than may be given gives all; of
 * others those count that come first in an order by chance, up to the one in place `most` + 1: if that shares its place with others, fewer count, never more. The choice depends
 * on keys and on the person's own phrases alone.
 */
export async function givenBy(
  { table, phrase, coded }: Uses,
  { most, choose }: Bound,
  persons: string,
  on: Context,
): Promise<{ readonly sql: string; readonly tables: readonly string[] }> {
  const [sizes, many] = [fresh('sizes'), fresh('many')]
  await on.engine.materialise(sizes, `SELECT person, count(*) AS d FROM ${table} GROUP BY person`)
  const chance = universalHash(['p.a1', 'p.a0'], ['p.b1', 'p.b0'], coded.code)
  const order = choose === 'random' ? 'chance' : twoInOne(`${MOST} - least(n, ${MOST})`, 'chance')
  // By chance alone, those that hardly can be among the first are left out at once; were fewer left than may be given, fewer would be.
  const enough = most + 7 * Math.sqrt(most) + 20
  const first =
    choose === 'random' ? `WHERE chance * ${cast('d', 'double')} < ${cast(String(enough * 2 ** 32), 'double')}` : ''
  const of = (alias: string) => phrase.map((column) => `${alias}${column}`).join(', ')
  await on.engine.materialise(
    many,
    `SELECT person, ${of('')}, ${order} AS place FROM (
      SELECT u.person, ${of('u.')}${choose === 'frequent' ? ', u.n' : ''}, s.d, ${chance} AS chance FROM ${table} u JOIN ${sizes} s ON u.person = s.person AND s.d > ${most}
      JOIN ${persons} p ON u.person = p.person ${coded.join}) ${first}`,
  )
  // The first most + 1 are all that is held of a person: whoever has millions of phrases cannot fill the memory.
  const limits = await limitsOf({ table: many, person: cast('person', 'code64'), place: 'place' }, most, on)
  return {
    sql: `SELECT ${of('u.')}, s.d AS t FROM ${table} u JOIN ${sizes} s ON u.person = s.person AND s.d <= ${most}
      UNION ALL SELECT ${of('m.')}, ${cast(String(most), 'long')} AS t FROM ${many} m JOIN ${limits} l ON m.person = l.person AND (m.place < l.first_left_out OR l.first_left_out IS NULL)`,
    tables: [sizes, many, limits],
  }
}
