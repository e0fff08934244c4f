import { describe, expect, test } from 'vitest'
import { release } from '../../src/run/release/index.js'
import { forge } from '../support/forged.js'
import { type Honest, honestReleases } from '../support/honest.js'
import { asked, writeLog } from '../support/log.js'
import { answer } from '../support/never-accepted.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const honest = honestReleases(next)
const HOLDS = { holds: true, why: '' }

describe('honest rows are shown to be of their log, by whoever has it', () => {
  test.each<Honest>(['rare', 'ranked', 'linked', 'sessions', 'relative', 'variants', 'words', 'joined'])(
    '%s',
    async (of) => {
      const bare = await forge(await honest.of(of), next('bare'), () => {}) // without its private folder
      expect(await answer(bare, { against: [honest.log] })).toEqual(HOLDS)
    },
  )

  test.each<Honest>(['km', 'twins'])('%s, with its private folder', async (of) => {
    expect(await answer(await honest.of(of), { against: [honest.log] })).toEqual(HOLDS)
  })

  test('tags, with the key; some of rows without a time', async () => {
    const log = writeLog(next('log.ndjson'), [
      ...asked('often', 5),
      ...asked('rare', 2),
      ...asked('timeless', 1, { time: '' }),
    ])
    const out = next('tagged')
    const steps = [{ method: 'rare-queries', params: { k: 3, withheld: 'tag' } }]
    await release([log], { plan: { steps, shows: {} }, out, keyFile: honest.keyFile })
    const bare = await forge(out, next('bare'), () => {})
    expect(await answer(bare, { against: [log], keyFile: honest.keyFile })).toEqual(HOLDS)
  })

  test('every person of the log, each from the first moment of a day to the last of the log, and without a time', async () => {
    const at = (time: string) => asked('often', 5, { time })
    const log = writeLog(next('log.ndjson'), [...at('2024-05-01 00:00:00'), ...at(''), ...at('2024-05-02 10:00:00')])
    const out = next('relative')
    const plan = { steps: [{ method: 'rare-queries', params: { k: 5 } }], shows: {} }
    await release([log], { plan, out, shows: { link: 'user', time: 'relative' } })
    const bare = await forge(out, next('bare'), () => {})
    expect(await answer(bare, { against: [log] })).toEqual(HOLDS)
  })
})
