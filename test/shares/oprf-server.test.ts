import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Decoded, keyedBench, sharedLog } from '../support/shares.js'

const MAIN = resolve(import.meta.dirname, '../../dist/src/cli/main.js')

describe('lethe oprf-server', () => {
  test('serves encode, release and the attack, over epochs, and sees no query', async () => {
    const b = await keyedBench()
    await b.lethe(['keygen', '-o', 'server'])
    await b.lethe(['keygen', '-o', 'token'])
    const printed = ['--print-public-key', '--epoch', 'month', '--days', '2006-03-31..2006-04-01']
    const { stdout: keys } = await b.lethe(['oprf-server', '--key', 'server', ...printed])
    b.file('server.pub', keys)
    expect(keys.match(/^2006-0[34] [0-9a-f]{64}$/gm)).toHaveLength(2)
    const child = spawn(
      process.execPath,
      [
        MAIN,
        'oprf-server',
        '--key',
        'server',
        '--port',
        '0',
        '--epoch',
        'month',
        '--also',
        '2006-03',
        '--token',
        'token',
        '--json',
      ],
      { cwd: b.dir },
    )
    try {
      const { url } = JSON.parse(await output(child.stdout)) as { url: string }
      const sharing = [
        '--key',
        'key',
        '--t',
        '2',
        '--scheme',
        'oblivious',
        '--epoch',
        'month',
        '--server',
        url,
        '--server-key',
        'server.pub',
        '--server-token',
        'token',
      ]
      const encoded = await b.lethe(['encode', ...sharing, '--quiet'], { stdin: sharedLog(3) })
      b.file('stream.tsv', encoded.stdout)
      expect(await b.json<Decoded>('decode', 'stream.tsv', '-o', 'open.tsv')).toMatchObject({ tags: 3, opened: 2 })
      await b.lethe(['release', 'secret-shares', b.file('log.tsv', sharedLog(3)), ...sharing, '-o', 'r'])
      expect((await b.lethe(['verify', 'r', '--against', 'log.tsv'])).status).toBe(3) // what stays closed, the other party must show
      const attack = ['attack', 'guess-dictionary', 'r', '--reference', 'log.tsv', '--key', 'key']
      expect(await b.json(...attack)).toMatchObject({ scored: { tried: 3, opened: 0 } })
      expect(await b.json(...attack, '--server', url, '--server-token', 'token')).toMatchObject({
        scored: { tried: 3, opened: 1 },
      })
      const without = sharing.slice(0, -2)
      const strange = await b.lethe(['encode', ...without, '--quiet'], { stdin: sharedLog(3) })
      expect([strange.status, strange.stderr]).toEqual([2, expect.stringContaining('asks for a token')])
      const closed = await b.lethe(['encode', ...sharing, '--quiet'], {
        stdin: sharedLog(3).replaceAll('2006-03', '2006-04'),
      })
      expect([closed.status, closed.stderr]).toEqual([2, expect.stringContaining('does not serve that epoch')])
    } finally {
      child.kill('SIGTERM')
      await once(child, 'close')
    }
  })
})

async function output(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const piece of stream) {
    text += piece
    if (text.trimEnd().endsWith('}')) break
  }
  return text
}

test('guess-dictionary: nothing without the key, everything in the dictionary with it', async () => {
  const b = await keyedBench()
  b.file('log.tsv', sharedLog(6))
  await b.lethe(['release', 'secret-shares', 'log.tsv', '--key', 'key', '--t', '4', '--epoch', 'day', '-o', 'r'])
  const attack = ['attack', 'guess-dictionary', 'r', '--reference', 'log.tsv']
  expect(await b.json(...attack)).toMatchObject({ guesses: 0, scored: { tried: 18, opened: 0 } })
  // three questions of fewer than four persons, each under another tag on each of three days
  expect(await b.json(...attack, '--key', 'key', '-o', 'guesses.tsv')).toMatchObject({
    scored: { tried: 18, opened: 9 },
  })
  expect(readFileSync(join(b.dir, 'guesses.tsv'), 'utf8')).toContain('question number 1')
})
