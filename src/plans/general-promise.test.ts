import { expect, test } from 'vitest'
import { loadMethods } from '../methods/index.js'
import { generalPromise } from './general-promise.js'

test.each(await loadMethods())('what $name promises has no number in place of what must be chosen', (method) => {
  const { kind, sentence } = generalPromise(method)
  expect(sentence).not.toMatch(/887|907|929|947|967|983/)
  for (const [key, param] of Object.entries(method.params))
    if (kind !== 'none' && (param.type === 'whole' || param.type === 'real') && param.advice !== undefined)
      expect(sentence).toMatch(new RegExp(`\\b${key}\\b`))
})
