import { expect, test } from 'vitest'
import { continualFor } from '../privacy/continual.js'
import { discreteGaussian } from '../random/discrete-gaussian.js'
import { keyedRandom } from '../random/keyed.js'
import { secureRandom } from '../random/secure.js'
import { type KeyedNode, noiseOf } from './tested.js'
import { open, seal } from './vault.js'

const random = secureRandom()
const { variance } = continualFor({ epsilon: 0.1, delta: 1e-6, m: 20, tau: 1, window: 30 })

test('noise of a node and an item is drawn once: the same in every period, another for every node, item and key', () => {
  const [key, other] = [random.bytes(32), random.bytes(32)]
  const at = (nodes: KeyedNode[], ...item: string[]) => noiseOf(variance)(nodes)(item)
  const node = { level: 1, index: 3, key }
  expect(at([node], 'tea')).toBe(at([node], 'tea'))
  expect(at([node, { ...node, index: 4 }], 'tea')).toBe(at([node], 'tea') + at([{ ...node, index: 4 }], 'tea'))
  const others = [at([node], 'soup'), at([{ ...node, level: 2 }], 'tea'), at([{ ...node, key: other }], 'tea')]
  expect(new Set([at([node], 'tea'), ...others]).size).toBe(4)
  expect(at([node], 'a', 'bc')).not.toBe(at([node], 'ab', 'c'))
})

// The mean of 20,000 draws is off by five of its deviations once in 1.7 million runs, and so is their square.
test('[CKS20]: noise from a key has the mean and the variance of noise from the system (false alarm: 2e-6)', () => {
  const keyed = keyedRandom()
  const draw = discreteGaussian(keyed, { numerator: 400n, denominator: 1n })
  const key = random.bytes(32)
  const draws = Array.from({ length: 20_000 }, (_, i) => {
    keyed.at(key, `item ${i}`)
    return draw() / 20
  })
  const mean = draws.reduce((sum, x) => sum + x, 0) / draws.length
  const square = draws.reduce((sum, x) => sum + x * x, 0) / draws.length
  expect(Math.abs(mean)).toBeLessThan(5 / Math.sqrt(draws.length))
  expect(Math.abs(square - 1)).toBeLessThan(5 * Math.sqrt(2 / draws.length))
  expect(() => keyedRandom().uint32()).toThrow(RangeError)
})

test('what is sealed opens under its key and its name alone', () => {
  const [key, other] = [random.bytes(32), random.bytes(32)]
  const bytes = Buffer.from('who gave what')
  const sealed = seal(key, 'series 2026-11-17', bytes)
  expect(Buffer.from(open(key, 'series 2026-11-17', sealed))).toEqual(bytes)
  expect(Buffer.from(sealed).includes('gave')).toBe(false)
  expect(() => open(other, 'series 2026-11-17', sealed)).toThrow()
  expect(() => open(key, 'series 2026-11-18', sealed)).toThrow()
  sealed[sealed.length - 1]! ^= 1
  expect(() => open(key, 'series 2026-11-17', sealed)).toThrow()
})
