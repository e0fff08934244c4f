import { cast } from '../../engines/dialect/index.js'
import { countOf, fresh } from '../../engines/sql.js'
import type { Context } from '../method.js'
import { codeOf } from './numbers.js'

/** The phrases of one length that were released. */
export interface Lexicon {
  /** A table (number, a, b, text, last, code, spurious): a phrase is its two ends, by their numbers in the lexicon of the length before (of words, the word and 0), and ends with the word `last`. */
  readonly table: string
  readonly size: number
  readonly words: number
}

/** What passed: phrases by their ends, and whether anybody had given them. */
export interface Passed {
  readonly a: string[]
  readonly b: string[]
  readonly spurious: string[]
}

/** Makes the lexicon of what passed. `ends` is SQL for (a, b, spurious, text, last) from the table of it, as `p`. */
async function lexiconOf(passed: Passed, words: number, ends: (p: string) => string, on: Context): Promise<Lexicon> {
  const [given, named, table] = ['passed', 'ends', 'lexicon'].map(fresh) as [string, string, string]
  await on.engine.append(given, ['a', 'b', 'spurious'], [[passed.a, passed.b, passed.spurious]])
  const numbers = `(SELECT ${cast('a', 'code32')} AS a, ${cast('b', 'code32')} AS b, spurious = '1' AS spurious FROM ${given})`
  await on.engine.materialise(named, ends(numbers))
  // Numbers follow from texts alone.
  await on.engine.materialise(
    table,
    `SELECT ${cast('row_number() OVER (ORDER BY text) - 1', 'code32')} AS number, a, b, text, last, spurious, ${codeOf(on, 'text')} FROM ${named}`,
  )
  await on.engine.drop(given, named)
  return { table, size: await countOf(on.engine, table), words }
}

export function lexiconOfWords(passed: Passed, vocabulary: string, on: Context): Promise<Lexicon> {
  const ends = (p: string) =>
    `SELECT p.a, p.b, p.spurious, v.text, v.text AS last FROM ${p} p JOIN ${vocabulary} v ON p.a = v.number`
  return lexiconOf(passed, 1, ends, on)
}

/** A phrase is its first end and the last word of its second. */
export function lexiconAfter(passed: Passed, shorter: Lexicon, on: Context): Promise<Lexicon> {
  const ends = (p: string) =>
    `SELECT p.a, p.b, p.spurious, x.text || ' ' || y.last AS text, y.last FROM ${p} p
      JOIN ${shorter.table} x ON p.a = x.number JOIN ${shorter.table} y ON p.b = y.number`
  return lexiconOf(passed, shorter.words + 1, ends, on)
}
