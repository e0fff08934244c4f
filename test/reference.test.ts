import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reference } from '../docs/make-reference.js'
import { PACKAGE_ROOT } from '../src/base/package-root.js'

test('the page of all there is is up to date (npm run docs writes it)', async () => {
  expect(readFileSync(join(PACKAGE_ROOT, 'docs', 'reference.md'), 'utf8')).toBe(await reference())
})
