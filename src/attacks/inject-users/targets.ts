import type { Log } from '../../log/log.js'
import { termsSql } from '../../log/terms-sql.js'
import type { Random } from '../../random/random.js'
import type { AttackContext, Guesses } from '../attack.js'

/** A text that an attacker thinks somebody asked, and how many users are added who ask it. */
export interface Guess {
  readonly text: string
  /** Did somebody? Only the score looks at it. */
  readonly asked: boolean
  readonly users: number
}

/** What came of the guesses. */
export interface Injected extends Guesses {
  readonly tried: readonly (Guess & { readonly appeared: boolean })[]
}

/** Texts that exactly one person asked, drawn at random. */
export async function guessesFrom(
  log: Log,
  keywords: boolean,
  most: number,
  { engine, random }: AttackContext,
): Promise<string[]> {
  const text = keywords ? `unnest(${termsSql('query')})` : 'query'
  const found = await engine.all<{ text: string }>(`
    SELECT text FROM (SELECT ${text} AS text, person FROM ${log.table} WHERE query IS NOT NULL)
    GROUP BY text HAVING count(DISTINCT person) = 1 ORDER BY md5(text || '${random.uint32()}') LIMIT ${most}`)
  return found.map((row) => row.text)
}

const LETTERS = 'bcdfghjklmnpqrstvwxz'

/** Words that nobody asked. */
export function madeUp(n: number, random: Random): string[] {
  return Array.from({ length: n }, () =>
    Array.from({ length: 14 }, () => LETTERS[random.below(LETTERS.length)]).join(''),
  )
}
