import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { termsSql } from '../../log/terms-sql.js'
import type { Random } from '../../random/random.js'
import type { Seen } from '../../release/seen.js'
import type { AttackContext, Guesses } from '../attack.js'
import { textColumn } from '../texts.js'

/** A text that an attacker thinks somebody asked, and how many users are added who ask it. */
export interface Guess {
  readonly text: string
  /** Did somebody? Only the score looks at it. */
  readonly asked: boolean
  readonly users: number
}

export type Tried = Guess & { readonly appeared: boolean }

/** What came of the guesses, one list for each kind of them. */
export interface Injected extends Guesses {
  readonly tried: readonly (readonly Tried[])[]
}

/** What is guessed, and how a release shows it. */
export interface Way {
  /** As many guesses of something that one person has, and of something that nobody has; fewer where there are not so many. */
  guesses(most: number): Promise<{ readonly asked: readonly string[]; readonly unasked: readonly string[] }>
  /** Those among texts that a release shows. */
  shown(texts: readonly string[], seen: Seen): Promise<ReadonlySet<string>>
}

/** A guess is a text that exactly one person asked, against a word that nobody did. A word is a phrase too. */
export function texts(log: Log, keywords: boolean, { engine, random }: AttackContext): Way {
  return {
    async guesses(most) {
      const text = keywords ? `unnest(${termsSql('query')})` : 'query'
      const found = await engine.all<{ text: string }>(`
        SELECT text FROM (SELECT ${text} AS text, person FROM ${log.table} WHERE query IS NOT NULL)
        GROUP BY text HAVING count(DISTINCT person) = 1 ORDER BY md5(text || '${random.uint32()}') LIMIT ${most}`)
      const asked = found.map((row) => row.text)
      return { asked, unasked: madeUp(asked.length, random) }
    },
    async shown(guessed, seen) {
      const table = fresh('guessed')
      await engine.append(table, ['text'], [[[...guessed]]])
      const found = await engine.all<{ text: string }>(
        `SELECT text FROM ${table} SEMI JOIN (SELECT ${textColumn(seen) ?? 'query'} AS text FROM ${seen.rows.table}) r USING (text)`,
      )
      return new Set(found.map(({ text }) => text))
    },
  }
}

const LETTERS = 'bcdfghjklmnpqrstvwxz'

/** Words that nobody asked. */
function madeUp(n: number, random: Random): string[] {
  return Array.from({ length: n }, () =>
    Array.from({ length: 14 }, () => LETTERS[random.below(LETTERS.length)]).join(''),
  )
}
