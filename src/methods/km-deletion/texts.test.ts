import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withSession } from '../../engines/session.js'
import { spacedTermsSql } from '../../log/terms-sql.js'
import { terms } from '../../text/normalise.js'
import { readWords } from './texts.js'

/** More rows than come as one, so that blocks are told apart. */
const ROWS = 1500

test('every stored row gets the terms of its own text, whatever they are made of', async () => {
  const pool = [
    ...fc.sample(fc.string({ unit: 'grapheme', maxLength: 12 }), { seed: 1, numRuns: 300 }),
    'plain words',
    '  two\tblanks ',
    '\u0080\u0fff',
    'long '.repeat(60_000),
  ]
  const texts = Array.from({ length: ROWS }, (_, i) => (i % 7 === 3 ? null : pool[(i * 31) % pool.length]!))
  await withSession({}, async ({ engine }) => {
    await engine.append('log', ['query'], [[texts]])
    const only = Uint32Array.from(texts, (_, i) => i % 5)
    for (const marks of [undefined, only]) {
      const { words, begin, count, word } = await readWords(
        engine,
        { view: 'log', columns: ['*'], table: 'log', where: 'query IS NOT NULL' },
        ROWS,
        spacedTermsSql('query'),
        marks,
      )
      const found = texts.map((_, r) =>
        [...word.subarray(begin[r], begin[r]! + count[r]!)].map((one) => words.text(one)),
      )
      expect(found).toEqual(texts.map((text, r) => (text === null || marks?.[r] === 0 ? [] : terms(text))))
    }
  })
})

test('of no rows nothing is read', async () => {
  await withSession({}, async ({ engine }) => {
    await engine.append('log', ['query'], [[[]]])
    const stored = { view: 'log', columns: ['*'], table: 'log', where: 'true' }
    expect((await readWords(engine, stored, 0, spacedTermsSql('query'))).words.size).toBe(0)
  })
})
