import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Claim, causeOf, claimsTable, near, verdict } from '../../evidence/claims.js'
import { DOCS, heldPages, overview, withTable } from '../../evidence/overview.js'

const claim = (more: Partial<Claim>): Claim => ({
  source: '[Adar07]',
  item: 'Table 1',
  what: 'sessions',
  theirs: 50,
  ours: 50,
  within: 5,
  ...more,
})

describe('verdicts', () => {
  test('a tenth of theirs is confirmed, a little more differs', () => {
    expect(verdict(near(claim({ ours: 55 })))).toBe('confirmed')
    expect(verdict(near(claim({ ours: 55.1 })))).toBe('differs')
    expect(verdict(near(claim({ ours: 44.9 })))).toBe('differs')
  })

  test('what was fitted confirms nothing, and differs where even that did not help', () => {
    expect(verdict(claim({ fitted: true }))).toBe('fitted')
    expect(verdict(claim({ fitted: true, ours: 90 }))).toBe('differs')
  })

  test('a tolerance of more than a tenth wants a reason', () => {
    expect(() => verdict(claim({ within: 6 }))).toThrow('a tolerance of more than a tenth')
    expect(verdict(claim({ within: 6, wider: 'told as about half', ours: 44 }))).toBe('confirmed')
  })

  test('a cause is told of what differs alone', () => {
    expect(claimsTable([claim({ cause: 'size' })])).not.toContain('size')
    expect(claimsTable([claim({ ours: 9, cause: 'size' })])).toContain('| differs | size |')
    expect(claimsTable([claim({ ours: 9 })])).toContain('| differs | not found |')
  })
})

test('the table of a page is told anew in its place', () => {
  const before = [claim({ ours: 9 }), claim({})]
  const page = (claims: readonly Claim[]) => `# A page\n\n${claimsTable(claims)}\n\n## More\n`
  const after = [claim({ ours: 9, cause: 'size' })]
  expect(withTable(page(before), after)).toBe(page(after))
  expect(() => withTable('# A page\n', after)).toThrow('no table')
})

describe('pages as they stand', () => {
  test('the table of all pages is that of their claims', () => {
    expect(readFileSync(join(DOCS, 'README.md'), 'utf8')).toBe(overview())
  })

  test.each([...heldPages()])('%s: each claim stands on the page, and the experiment of each cause', (page, held) => {
    const text = readFileSync(join(DOCS, `${page}.md`), 'utf8')
    if (held.claims.length > 0) expect(text).toContain(claimsTable(held.claims))
    for (const one of held.claims) {
      const cause = causeOf(one)
      const [, elsewhere] = cause?.match(/\]\(([\w-]+\.md)\)/) ?? []
      const where = elsewhere === undefined ? text : readFileSync(join(DOCS, elsewhere), 'utf8')
      for (const [, heading] of cause?.matchAll(/\*([^*]+)\*/g) ?? []) expect(where).toMatch(`# ${heading}`)
    }
  })

  // Of the processor: a page that waited for others took longer by the clock.
  test.each([...heldPages()])('%s took 40 minutes at most, where that is known', (_, held) => {
    expect(Math.min(held.minutes ?? 0, held.cpuMinutes ?? 0)).toBeLessThanOrEqual(40)
  })
})
