import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { GUIDES, LONG_GUIDES, runPage } from './support/guides.js'

test.each(['README.md', ...GUIDES.filter((guide) => !LONG_GUIDES.includes(guide))])(
  'every command of %s works',
  runPage,
  240_000,
)

test('every link within the pages leads somewhere', () => {
  for (const page of ['README.md', 'CONTRIBUTING.md', ...GUIDES]) {
    const text = readFileSync(join(PACKAGE_ROOT, page), 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\(([^)#]+?)\)/g)) {
      if (/^https?:/.test(target)) continue
      expect(existsSync(join(PACKAGE_ROOT, page, '..', target)), `${target} in ${page}`).toBe(true)
    }
  }
})
