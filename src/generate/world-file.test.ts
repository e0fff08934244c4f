import { describe, expect, it } from 'vitest'
import { parseWorld } from './world-file.js'

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
