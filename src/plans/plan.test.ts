import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { profileNames, readPlan } from './plan.js'

const dir = mkdtempSync(join(tmpdir(), 'lethe-test-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const file = (name: string, text: string) => {
  writeFileSync(join(dir, name), text)
  return join(dir, name)
}

describe('a plan is read from JSON or YAML', () => {
  const meant = {
    steps: [
      { method: 'allowlist', params: { k: 50, n: 2 } },
      { method: 'rare-queries', params: { k: 5, same: 'words' } },
    ],
    shows: { link: 'session', rank: true },
  }
  test('JSON', async () => {
    const text =
      '{"steps": [{"method": "allowlist", "k": 50, "n": 2}, {"method": "rare-queries", "k": 5, "same": "words"}], "link": "session", "rank": true}'
    expect(await readPlan(file('plan.json', text))).toEqual(meant)
  })
  test('YAML', async () => {
    const text =
      'link: session\nrank: true\nsteps:\n  - method: allowlist\n    k: 50\n    n: 2\n  - {method: rare-queries, k: 5, same: words}\n'
    expect(await readPlan(file('plan.yaml', text))).toEqual(meant)
  })
})

test.each([
  ['nothing', '', /no steps/],
  ['no steps', '{"steps": []}', /no steps/],
  ['a step without method', 'steps: [{k: 5}]', /names no method/],
  ['an entry that means nothing', 'steps: [{method: x}]\nlinks: user', /unknown entry 'links'/],
  ['a link that is none', 'steps: [{method: x}]\nlink: always', /link in/],
  ['a time that is none', 'steps: [{method: x}]\ntime: minute', /time in/],
  ['a rank that is none', 'steps: [{method: x}]\nrank: 3', /rank in/],
  ['broken JSON', '{"steps": [', /neither JSON nor YAML/],
  ['broken YAML', 'steps: [', /neither JSON nor YAML/],
])('%s is refused', async (_, text, reason) => {
  await expect(readPlan(file('bad.yaml', text))).rejects.toThrow(reason)
})

test('a file that is not there, or is a folder, is refused', async () => {
  await expect(readPlan(join(dir, 'nowhere.json'))).rejects.toMatchObject({ code: 'input' })
  await expect(readPlan(dir)).rejects.toMatchObject({ code: 'input' })
})

test('every profile is a plan with source, date and what is known of it', async () => {
  expect(profileNames()).toEqual(expect.arrayContaining(['ec-draft-2026', 'google-eu']))
  for (const name of profileNames()) {
    const { source, date, notes, ...plan } = await readPlan(name)
    expect(plan.name).toBe(name)
    expect([source, date, notes?.[0]].every(Boolean)).toBe(true)
  }
})
