import { expect, test } from 'vitest'
import { keysOf } from './keys.js'

/** A server of some version that takes note of what it is sent. */
function server(version: string, redaction?: string) {
  const sent: object[] = []
  const client = {
    version: async () => version,
    option: async () => redaction,
    async *execute(plan: object) {
      sent.push(plan)
      yield* []
    },
  }
  return { client, sent }
}

const KEY = '4eebcb9a5dc75dd7'.repeat(4)

test('the pads of a key are read from a view, and its digits stand in no SQL', async () => {
  const { client, sent } = server('4.2.0')
  const keys = keysOf(client)
  const { inner, outer } = keys.pads(KEY)
  expect(keys.pads(KEY)).toEqual({ inner, outer })
  expect(`${inner} ${outer}`).toMatch(
    /^\(SELECT unhex\(i\) FROM lethe_pads_1\) \(SELECT unhex\(o\) FROM lethe_pads_1\)$/,
  )
  await keys.shown()
  await keys.shown()
  expect(sent).toHaveLength(1)
  expect(sent).toMatchObject([{ command: { createDataframeView: { name: 'lethe_pads_1', isGlobal: false } } }])
})

test.each([
  ['4.2.1', undefined, true],
  ['4.0.1', undefined, false],
  ['5.0.0', undefined, false],
  ['4.0.1', '(?s).*', true],
])('a key goes to Spark %s with redaction %s: %s', async (version, redaction, goes) => {
  const { client, sent } = server(version, redaction)
  const keys = keysOf(client)
  await keys.shown() // without a key nobody asks
  keys.pads(KEY)
  const outcome = await keys.shown().then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (goes) expect(outcome).toBeUndefined()
  else
    expect(outcome).toMatchObject({
      code: 'refused',
      next: expect.stringContaining('spark.sql.redaction.string.regex'),
    })
  expect(sent).toHaveLength(goes ? 1 : 0)
})
