import { expect, test } from 'vitest'
import { parseParams } from './params.js'

const params = {
  k: { type: 'whole', min: 2, max: 10, help: 'how many', advice: 'Choose well.' },
  how: { type: 'choice', of: ['a', 'b'], default: 'a', help: 'how' },
  loud: { type: 'switch', help: 'loud' },
  where: { type: 'text', is: 'COLUMN', help: 'where' },
} as const

test('values from flags and from plans are read alike', () => {
  expect(parseParams('it', params, { k: '5' })).toEqual({ k: 5, how: 'a', loud: false, where: undefined })
  expect(parseParams('it', params, { k: 5, how: 'b', loud: true, where: 'x' })).toEqual({
    k: 5,
    how: 'b',
    loud: true,
    where: 'x',
  })
})

test.each([
  [{}, /needs --k/],
  [{ k: 1 }, /from 2 to 10/],
  [{ k: 11 }, /from 2 to 10/],
  [{ k: 2.5 }, /whole number/],
  [{ k: '0x5' }, /whole number/],
  [{ k: 5, how: 'c' }, /--how does not know/],
  [{ k: 5, loud: 'yes' }, /is a switch/],
  [{ k: 5, where: '' }, /needs a value/],
  [{ k: 5, size: 3 }, /no parameter 'size'/],
  [{ k: 5, toString: 3 }, /no parameter 'toString'/],
])('%j is refused', (raw, reason) => {
  expect(() => parseParams('it', params, raw)).toThrow(reason)
})
