import { expect, test } from 'vitest'
import { loadMethod, methodNames } from '../../methods/index.js'
import type { ReadyStep } from '../../plans/derive.js'
import { SERIES_METHODS } from '../../series/methods.js'
import { kindOf } from './kind.js'

test('what is offered for a series is what can be kept up from period to period, and nothing else', async () => {
  const kept: string[] = []
  for (const name of methodNames()) {
    const method = await loadMethod(name)
    try {
      kindOf([{ method, params: {} } as ReadyStep])
      kept.push(name)
    } catch (error) {
      expect(error).toMatchObject({ code: 'usage' })
    }
  }
  expect(kept.sort()).toEqual([...SERIES_METHODS].sort())
})
