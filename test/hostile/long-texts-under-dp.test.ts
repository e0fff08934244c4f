import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { release } from '../../src/run/release/index.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

/** One person, one text of so many words. */
const LONG = Array.from({ length: 40_000 }, (_, i) => `w${i.toString(36)}`).join(' ')
const plain = Array.from({ length: 60 }, (_, i) => `{"user":"u${i}","query":"green tea"}\n`).join('')
const [without, with_] = [next('without.ndjson'), next('with.ndjson')]
writeFileSync(without, plain)
writeFileSync(with_, `${plain}{"user":"x","query":"${LONG}"}\n`)

const MIB = 2 ** 20

test.each(['zealous', 'gaussian-threshold', 'optimal-selection', 'set-union'])(
  '%s of keywords ends alike with and without a person who asked a text of 40,000 words, in little memory',
  async (method) => {
    const plan = { steps: [{ method, params: { epsilon: 5, delta: 0.001, perUser: 2, items: 'keywords' } }], shows: {} }
    for (const log of [without, with_]) {
      const made = await release([log], { plan, out: next('out'), seed: 1 }, {}, { memory: 256 * MIB })
      expect(made.empty).toBe(false)
    }
  },
)

test('so does phrases', async () => {
  const plan = { steps: [{ method: 'phrases', params: { epsilon: 5, delta: 0.001, n: 6 } }], shows: {} }
  for (const log of [without, with_]) {
    const made = await release([log], { plan, out: next('out'), seed: 1 }, {}, { memory: 256 * MIB })
    expect(made.empty).toBe(false)
  }
})
