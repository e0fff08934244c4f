import { expect, test } from 'vitest'
import { parseParams } from '../../src/base/params.js'
import { loadMethods } from '../../src/methods/index.js'
import { EXAMPLES } from '../contract/examples.js'
import { PLANS } from './equal.js'
import { sameOnBoth } from './same-on-both.js'

test('every method that a cluster runs is in one of the plans', async () => {
  const tried = new Set(Object.values(PLANS).flatMap(({ steps }) => steps.map(([method]) => method)))
  const methods = (await loadMethods()).filter(
    ({ name, params, needs }) => needs(parseParams(name, params, EXAMPLES[name] ?? {})) === 'sql',
  )
  expect(methods.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})

sameOnBoth(Object.keys(PLANS))
