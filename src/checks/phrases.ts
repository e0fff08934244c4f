import { each, eachPlaced, extractAll, listOf } from '../engines/dialect/index.js'
import { TEXT_WORDS } from '../log/phrases-sql.js'

/** A word of a phrase. */
export const PHRASE_WORD = '[\\p{L}\\p{M}\\p{N}]+'

/**
 * Who used which phrase, as SQL: (person, item, n) from (person, query, n), every phrase of a text once. Words stand in rows by their places, and
 * each is followed by its successors.
 */
export function phrasesUsed(asked: string, words: number): string {
  const run = (size: number) =>
    Array.from({ length: size }, (_, i) => (i === 0 ? 'word' : `lead(word, ${i}) OVER (PARTITION BY t ORDER BY i)`))
  const sizes = Array.from({ length: words }, (_, i) => run(i + 1).join(` || ' ' || `))
  const texts = `SELECT person, n, row_number() OVER () AS t, ${extractAll('query', PHRASE_WORD)} AS words FROM (${asked})`
  const placed = `SELECT person, n, t, word, i FROM (SELECT person, n, t, ${eachPlaced('words', 'word', 'i')} FROM (${texts})) WHERE i <= ${TEXT_WORDS}`
  const begun = `SELECT t, person, n, ${listOf(sizes)} AS runs FROM (${placed})`
  return `SELECT person, item, n FROM (
    SELECT DISTINCT t, person, n, item FROM (SELECT t, person, n, ${each('runs')} AS item FROM (${begun})) WHERE item IS NOT NULL)`
}
