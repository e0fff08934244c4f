import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openHome } from './home.js'
import { startPeer } from './peer.js'
import { JSON_RULES } from './results.js'

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

test.each([
  ['identity', (dir: string) => openHome(dir).keepIdentity(Buffer.from('no key'))],
  ['memory', (dir: string) => writeFileSync(join(dir, 'memory.json'), '{')],
  ['friends', (dir: string) => writeFileSync(join(dir, 'friends.json'), '[null]')],
])('a peer whose %s is broken does not start, and nothing of it goes on running', async (_, breakIt) => {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  breakIt(dir)
  const before = timers()
  const engine = { template: 'http://127.0.0.1:9/?q={searchTerms}', rules: JSON_RULES }
  await expect(
    startPeer({ home: openHome(dir), engine, listen: '/ip4/127.0.0.1/tcp/0', port: 0 }),
  ).rejects.toBeInstanceOf(Error)
  expect(timers()).toBeLessThanOrEqual(before)
})
