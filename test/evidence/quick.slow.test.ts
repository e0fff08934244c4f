import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LIMIT_MINUTES } from '../../evidence/pages.js'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'

// All pages in one run, each ended where it takes longer than a whole quick run may: on a busy machine the run may take longer than that.
test('npm run evidence -- --quick makes every page', () => {
  const main = join(PACKAGE_ROOT, 'dist', 'evidence', 'main.js')
  const { status, stderr } = spawnSync(process.execPath, [main, '--quick', '--again'], {
    encoding: 'utf8',
    timeout: 4 * LIMIT_MINUTES.quick * 60_000,
  })
  expect(stderr).not.toMatch('not made')
  expect(status).toBe(0)
}, 2_500_000)
