import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeOutputFile } from './output-place.js'

const dir = mkdtempSync(join(tmpdir(), 'lethe-test-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const path = join(dir, 'page.html')

test('a file is written whole, over another only when forced, and nothing is left beside it', () => {
  writeOutputFile(path, 'first', { mode: 0o600, force: false })
  expect(() => writeOutputFile(path, 'second', { mode: 0o600, force: false })).toThrow('exists')
  expect(readFileSync(path, 'utf8')).toBe('first')
  writeFileSync(join(dir, 'other'), '')
  writeOutputFile(path, 'third', { mode: 0o640, force: true })
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['third', 0o640])
  expect(() => writeOutputFile(join(dir, 'no/folder'), 'x', { mode: 0o600, force: false })).toThrow()
  expect(readdirSync(dir).sort()).toEqual(['other', 'page.html'])
})
