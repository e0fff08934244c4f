import { describe, expect, test } from 'vitest'
import { table, wrapped } from './format.js'

describe('words in lines', () => {
  test('stand below each other, behind what the first begins with', () => {
    const lines = wrapped('word '.repeat(60).trim(), '  - ')
    expect(lines.every((line) => line.length <= 118)).toBe(true)
    expect(lines[0]).toMatch(/^ {2}- word word/)
    expect(lines.slice(1).every((line) => /^ {4}word/.test(line))).toBe(true)
    expect(lines.join(' ').match(/word/g)).toHaveLength(60)
  })

  test('a word that is longer than a line is left whole', () => {
    const path = `/${'x'.repeat(200)}`
    expect(wrapped(`kept in ${path} for you`, '> ')).toEqual(['> kept in', `  ${path}`, '  for you'])
    expect(wrapped(path, '> ')).toEqual([`> ${path}`])
    expect(wrapped('', '> ')).toEqual(['> '])
  })
})

test('columns of a table stand to the right, but for those that are named', () => {
  const rows = [
    ['what', 'n', 'where'],
    ['a', '10', 'here'],
    ['bcd', '9', 'x'],
  ]
  expect(table(rows)).toEqual(['what   n  where', 'a     10   here', 'bcd    9      x'])
  expect(table(rows, [0, 2])).toEqual(['what   n  where', 'a     10  here', 'bcd    9  x'])
})
