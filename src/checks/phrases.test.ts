import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { phrasesOf } from '../../test/support/phrases.js'
import { runs } from '../../test/support/runs.js'
import { makeTables } from '../../test/support/subject.js'
import { text } from '../engines/sql.js'
import { phrasesSql, TEXT_WORDS } from '../log/phrases-sql.js'
import { phrasesUsed } from './phrases.js'

const { engine } = await makeTables((close) => afterAll(close))

/** The phrases of a text by the SQL that counts them, and by that of the check. */
async function both(query: string, words: number) {
  const row = `SELECT 'p' AS person, ${text(query)} AS query, 1 AS n`
  const items = async (sql: string) => (await engine.all<{ item: string }>(sql)).map(({ item }) => item).sort()
  return {
    counted: await items(`SELECT query AS item FROM (${phrasesSql(row, 'query', words)})`),
    checked: await items(phrasesUsed(row, words)),
  }
}

test('phrases are those of plain counting, each once, for who counts and who checks', async () => {
  const word = fc.oneof(
    fc.constantFrom('a', 'b', 'é', '日本', '10', "it's", '🦉', '--'),
    fc.string({ unit: 'grapheme' }),
  )
  const anyText = fc.array(word, { maxLength: 9 }).map((words) => words.join(' ').replaceAll('\0', ''))
  await fc.assert(
    fc.asyncProperty(anyText, fc.integer({ min: 1, max: 6 }), async (query, words) => {
      const plain = [...phrasesOf(query, words)].sort()
      expect(await both(query, words)).toEqual({ counted: plain, checked: plain })
    }),
    runs(60),
  )
})

test('of a longer text the first words are read, by both alike', async () => {
  const words = Array.from({ length: TEXT_WORDS + 5 }, (_, i) => `w${i}`)
  const { counted, checked } = await both(words.join(' '), 2)
  expect(counted).toHaveLength(2 * TEXT_WORDS - 1)
  expect(counted).toContain(`w${TEXT_WORDS - 2} w${TEXT_WORDS - 1}`)
  expect(counted).not.toContain(`w${TEXT_WORDS}`)
  expect(checked).toEqual(counted)
})
