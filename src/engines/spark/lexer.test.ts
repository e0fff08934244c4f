import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cast, name, text } from '../dialect/index.js'
import { asSpark, sparkText } from './lexer.js'

test('names stand in backquotes, texts with their backslashes doubled', () => {
  expect(asSpark(`SELECT "a""b\`c" FROM t WHERE x = 'it''s \\n'`)).toBe(
    "SELECT `a\"b``c` FROM t WHERE x = 'it\\'s \\\\n'",
  )
})

test.each([
  ['SELECT a FROM t ORDER BY a', 'SELECT a FROM t ORDER BY a NULLS LAST'],
  ['SELECT a FROM t ORDER BY a DESC, b LIMIT 3', 'SELECT a FROM t ORDER BY a DESC NULLS LAST, b NULLS LAST LIMIT 3'],
  ['SELECT a FROM t ORDER BY a NULLS FIRST', 'SELECT a FROM t ORDER BY a NULLS FIRST'],
  [
    'SELECT f(x) OVER (PARTITION BY a ORDER BY g(b, c))',
    'SELECT f(x) OVER (PARTITION BY a ORDER BY g(b, c) NULLS LAST)',
  ],
  [`SELECT 'ORDER BY a' FROM t`, `SELECT 'ORDER BY a' FROM t`],
  [
    'SELECT * FROM (SELECT a FROM t ORDER BY a) UNION ALL SELECT b FROM u',
    'SELECT * FROM (SELECT a FROM t ORDER BY a NULLS LAST) UNION ALL SELECT b FROM u',
  ],
])('nulls come last wherever rows are put in order: %s', (sql, spark) => {
  expect(asSpark(sql)).toBe(spark)
})

test('rows that are numbered in no order are not all numbered by one task; texts and names that say so stay', () => {
  expect(asSpark('SELECT row_number() OVER () AS q FROM t')).toBe('SELECT monotonically_increasing_id() AS q FROM t')
  expect(asSpark(`SELECT 'row_number() OVER ()' AS "row_number() OVER ()"`)).toBe(
    "SELECT 'row_number() OVER ()' AS `row_number() OVER ()`",
  )
})

test('forms, and what is plain in them, are left as they are', () => {
  const sql = `SELECT ${cast('x', 'text')} FROM t`
  expect(asSpark(sql)).toBe(sql)
})

/** A text as Spark reads it from its literal. */
const asRead = (literal: string) => literal.slice(1, -1).replace(/\\(.)/gs, '$1')

test('any text comes out of a literal as it went in, and ends it nowhere else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const literal = sparkText(value)
      expect(asRead(literal)).toBe(value)
      expect(/^'(?:[^'\\]|\\.)*'$/s.test(literal)).toBe(true)
    }),
  )
})

test('texts and names of any kind stay what they are on their way into a statement', () => {
  const odd = fc.string({ unit: fc.constantFrom(...`'"\`\\ ,()ORDER BYaé\n`) })
  fc.assert(
    fc.property(odd, odd, (value, called) => {
      fc.pre(called !== '')
      const made = asSpark(`SELECT ${text(value)} AS ${name(called)}, 1`)
      const [, literal = '', quoted = ''] = /^SELECT ('(?:[^'\\]|\\.)*') AS `((?:[^`]|``)*)`, 1$/s.exec(made) ?? []
      expect([asRead(literal), quoted.replaceAll('``', '`')]).toEqual([value, called])
    }),
  )
})
