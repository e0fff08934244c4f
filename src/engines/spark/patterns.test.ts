import { expect, test } from 'vitest'
import { javaNotation, javaPattern, javaReplacement } from './patterns.js'

test.each([
  ['a$', '(?d)a\\z'],
  ['[$]', '(?d)[$]'],
  ['\\$', '(?d)\\$'],
  ['[[]', '(?d)[\\[]'],
  ['[a&&b]', '(?d)[a\\&\\&b]'],
  ['a&b', '(?d)a&b'],
  ['(ab)*', '(?d)(ab)*+'],
  ['(ab)+c', '(?d)(ab)++c'],
  ['(ab)*?', '(?d)(ab)*?'],
  ['[)*]', '(?d)[)*]'],
  ['\\)*', '(?d)\\)*'],
])('a pattern as Java reads it: %s', (pattern, java) => {
  expect(javaPattern(pattern)).toBe(java)
})

test.each([
  ['_', 0, '_'],
  ['\\1-\\2', 0, '$1-$2'],
  ['\\1', 2, '$3'],
  ['$1', 0, '\\$1'],
  ['a\\b', 0, 'a\\\\b'],
])('what takes the place of a match: %s', (by, shift, java) => {
  expect(javaReplacement(by, shift)).toBe(java)
})

test.each([
  ['%Y-%m-%d %H:%M:%S', 'y-M-d H:m:s'],
  ['%Y%m%d', 'yyyyMMdd'],
  ['%d.%m.%Y at %I %p', "d.M.y 'at' h a"],
  ['%d/%b/%Y', 'd/MMM/y'],
  ["%Y o'clock", "y 'o''clock'"],
  ['[%d/%b/%Y]', "'['d/MMM/y']'"],
  ['{%Y}#%m', "'{'y'}#'M"],
  ['%d.%m.%y', 'd.M.yy'],
  ['%Q', undefined],
])('a notation of times as Java has it: %s', (notation, java) => {
  expect(javaNotation(notation)).toBe(java)
})
