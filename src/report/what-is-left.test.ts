import { expect, test } from 'vitest'
import { drawing } from './draw.js'
import { whatIsLeft } from './what-is-left.js'

const draw = await drawing()

test('bars of what is left, a histogram before and after, and tasks; what has no figure says why', () => {
  const { html } = whatIsLeft(
    {
      kept: { rows: 0.25, users: null, reasons: { users: 'not known: the release has no pseudonyms' } },
      uniqueness: {
        original: { shared: [1, 10].map((users) => ({ users, queries: 1, rows: 50 })) },
        released: { shared: [{ users: 10, queries: 1, rows: 40 }] },
      },
      autocomplete: { release: 0.1, original: 0.2, ratio: 0.5, sawHeldOut: true },
      clicks: { release: null, original: null, ratio: null, reasons: { ratio: 'the log has no clicks' } },
    },
    draw,
  )
  expect(html.match(/<svg/g)).toHaveLength(3)
  expect(html).toMatch(/Left of the log: rows 25\.0%, users not known/)
  expect(html).toContain('10+')
  expect(html).toMatch(/autocomplete 50\.0%, clicks not applicable/)
  expect(html).toContain('has seen what it is tested on')
  expect(html).toContain('<li>Users: not known: the release has no pseudonyms</li>')
  expect(html).toContain('<li>Clicks: not applicable: the log has no clicks</li>')
})

test('nothing measured, nothing drawn', () => {
  expect(whatIsLeft({}, draw).html).toBe('')
})
