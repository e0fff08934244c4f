import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { scratch } from './support/scratch.js'

const { next } = scratch()

/** What an example must have said at the end of its way, by its file. */
const SAID: Readonly<Record<string, RegExp>> = {
  'choose-a-setting.ts': /rare-queries k=(5|30)/,
  'plain.mjs': /differential privacy[\s\S]*rows, columns/,
  'progress-and-stop.ts': /now: counting\ninput - [^\n]*nowhere[^\n]*\ninterrupted - stopped/,
  'release-and-verify.ts': /\{ alone: (true|null), against: true \}/,
  'share-as-they-come.ts': /3 of 4 rows open:[\s\S]*weather(?![\s\S]*my own name)/,
}

test('every example is tried', () => {
  expect(readdirSync(join(PACKAGE_ROOT, 'examples')).sort()).toEqual(Object.keys(SAID))
})

test.each(Object.entries(SAID))('%s runs and says so', (file, said) => {
  const built = file.endsWith('.mjs') ? join('examples', file) : join('dist', 'examples', file.replace(/ts$/, 'js'))
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(PACKAGE_ROOT, built)], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: mkdtempSync(next('example-')) },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(said)
})
