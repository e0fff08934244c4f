import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { scratch } from './support/scratch.js'

const { next } = scratch()

test('the pages about the library are made without a warning', () => {
  const out = next('api')
  execFileSync('npm', ['run', 'docs', '--', '--out', out], { cwd: PACKAGE_ROOT, stdio: 'pipe' })
  expect(existsSync(join(out, 'index.html'))).toBe(true)
})
