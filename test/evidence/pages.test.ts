import { describe, expect, test } from 'vitest'
import { PAGES, TIMED } from '../../evidence/pages.js'

describe('pages', () => {
  test.each(Object.entries(PAGES))(
    '%s can be made',
    async (_, load) => {
      expect(await load()).toBeTypeOf('function')
    },
    60_000,
  )

  test('those that tell seconds are pages', () => {
    for (const page of TIMED) expect(PAGES).toHaveProperty(page)
  })
})
