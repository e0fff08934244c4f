import { allBut, chained, each, firstOf, once, runs } from '../engines/dialect/index.js'
import { termsSql } from './terms-sql.js'

/** Words of a text that phrases are made of, the first ones: nobody's text is so long that it must be read to its end. */
export const TEXT_WORDS = 1000

/**
 * The phrases of texts as SQL: every row of `rows`, once for each distinct run of at most `words` terms of its column, with the run in the place of the
 * text. A text of so many words has at most `words` times as many phrases.
 */
export function phrasesSql(rows: string, column: string, words: number): string {
  const phrases = chained(Array.from({ length: words }, (_, i) => runs('terms_of_text', i + 1)))
  return `SELECT ${allBut(['terms_of_text'])}, ${each(once(phrases))} AS ${column} FROM (
    SELECT ${allBut([column])}, ${firstOf(termsSql(column), TEXT_WORDS)} AS terms_of_text FROM (${rows}))`
}
