import { describe, expect, it, test } from 'vitest'
import { loadWorld, parseWorld } from './world-file.js'

describe('parseWorld', () => {
  it('takes any of the numbers of a world', () => {
    expect(parseWorld('{"name": "mine", "robots": 0.1, "areas": ["health"]}', 'w.json')).toEqual({
      name: 'mine',
      robots: 0.1,
      areas: ['health'],
    })
  })

  it.each(['[]', '{', '{"robot": 1}', '{"robots": "many"}', '{"robots": -1}', '{"areas": [1]}'])(
    'refuses %s',
    (text) => {
      expect(() => parseWorld(text, 'w.json')).toThrow('w.json')
    },
  )
})

test('calibrated worlds are known by their names', () => {
  expect(loadWorld('web-2')).toEqual({ name: 'web-2' })
  expect(() => loadWorld('web-9')).toThrow('no world of that name')
})
