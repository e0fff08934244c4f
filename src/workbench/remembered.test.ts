import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Verdict } from '../index.js'
import { openRemembered } from './remembered.js'

const SUM = 'a'.repeat(64)
const verdict = (...holds: boolean[]) =>
  ({ holds: holds.every(Boolean), checks: holds.map((one) => ({ holds: one })) }) as unknown as Verdict
let dir = ''
const kept = () => join(dir, 'state', 'workbench', 'remembered.json')

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lethe-remembered-'))
  vi.stubEnv('LETHE_STATE', join(dir, 'state'))
  mkdirSync(join(dir, 'release'))
  writeFileSync(join(dir, 'release', 'rows.tsv'), 'q\n')
  writeFileSync(join(dir, 'release', 'SHA256SUMS'), `${SUM}  rows.tsv\n`)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(dir, { recursive: true, force: true })
  })
})

test('the next workbench knows what a check came to, one for each log that it was held against', () => {
  const at = join(dir, 'release')
  const one = openRemembered()
  expect(one.checked(at)).toEqual([])
  one.check(at, verdict(true, false), null)
  one.check(at, verdict(true, true), null)
  one.check(at, verdict(true), 'log.tsv')
  const told = openRemembered().checked(at)
  expect(told.map(({ at: _, ...rest }) => rest)).toEqual([
    { against: 'log.tsv', holds: true, good: 1, bad: 0, changed: false },
    { against: null, holds: true, good: 2, bad: 0, changed: false },
  ])
  expect(openRemembered().checked('__proto__')).toEqual([])
})

test('files that were written since are not those that were checked', () => {
  const at = join(dir, 'release')
  const one = openRemembered()
  one.check(at, verdict(true), null)
  writeFileSync(join(at, 'rows.tsv'), 'another\n')
  expect(one.checked(at)[0]?.changed).toBe(true)
  one.check(at, verdict(true), null)
  writeFileSync(join(at, 'SHA256SUMS'), `${'b'.repeat(64)}  rows.tsv\n`)
  expect(one.checked(at)[0]?.changed).toBe(true)
})

test('two workbenches do not forget for each other, and what is damaged begins anew', () => {
  const [one, other] = [openRemembered(), openRemembered()]
  one.setLook('dark')
  other.check(join(dir, 'release'), verdict(true), null)
  const both = openRemembered()
  expect([both.look(), both.checked(join(dir, 'release')).length]).toEqual(['dark', 1])
  for (const text of ['{"look":', 'null', '{"look":"loud","checked":{"x":3}}']) {
    writeFileSync(kept(), text)
    expect([openRemembered().look(), openRemembered().checked('x')]).toEqual(['system', []])
  }
})
