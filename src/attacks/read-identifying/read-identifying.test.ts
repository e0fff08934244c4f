import { expect, test } from 'vitest'
import { makeTables, manifestWith } from '../../../test/support/subject.js'
import { reachedAt, reachedBy } from '../../report/risk.js'
import attack from './index.js'

async function read(texts: readonly (string | null)[]) {
  const on = await makeTables()
  const seen = {
    manifest: manifestWith({ kind: 'none' }),
    rows: await on.rows(
      ['query'],
      texts.map((text) => [text]),
    ),
    side: {},
  }
  const found = await attack.run(seen, {}, on.context)
  return attack.score!(found, { tables: {} }, {}, on.context)
}

test('finds what scan finds, each text once, by kind', async () => {
  const scored = await read(['red shoes', 'mail to joan.doe@example.org', 'mail to joan.doe@example.org', null, 'hat'])
  expect(scored).toEqual({ texts: 3, identifying: 1, kinds: { email: 1 } })
  expect(reachedAt(reachedBy(attack, scored)!).share).toBeCloseTo(1 / 3)
})

test('what scrub put in place of it is nothing to find', async () => {
  expect(await read(['mail to [email]', 'call [phone]'])).toEqual({ texts: 2, identifying: 0, kinds: {} })
})

test('where no text is shown there is nothing to try, which is not 0%', async () => {
  expect(reachedAt(reachedBy(attack, await read([null]))!)).toEqual({ share: null, reason: 'it shows no text' })
})
