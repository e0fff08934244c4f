import { createPrivateKey, createPublicKey } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSigningKey } from '../../src/crypto/ssh/private-key.js'
import { readSigners } from '../../src/crypto/ssh/signers.js'
import { writeRelease } from '../../src/release/writer.js'
import { release } from '../../src/run/release/index.js'
import { asked, writeLog } from '../support/log.js'
import { filesOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'
import { makeKey } from '../support/ssh-keygen.js'
import { makeTables, manifestWith } from '../support/subject.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), asked('weather', 9))
const plan = { steps: [{ method: 'rare-queries', params: { k: 5 } }], shows: {} }
const key = makeKey(next('key'))
const pub = `${key}.pub`
const bytes = Buffer.from(readFileSync(key, 'latin1').replace(/-----.*-----|\n/g, ''), 'base64')
const comment = bytes.indexOf('made-up@example.org')

describe('keys that are not taken', () => {
  /** Signs with a file as the key; the log does not exist, so that it is clear what was looked at first. */
  const refusal = async (file: string) => {
    const out = next('refused')
    const error = (await release(['/nowhere/log.tsv'], { plan, out, sign: file }).catch(
      (cause: unknown) => cause,
    )) as Error & {
      code: string
      next: string
    }
    expect([existsSync(out), existsSync(`${out}.private`)]).toEqual([false, false])
    expect(error.name).toBe('LetheError')
    expect(error.message + error.next).not.toMatch(/[A-Za-z0-9+]{40}/)
    return { code: error.code, said: `${error.message} / ${error.next}` }
  }
  const written = (text: string | Buffer, mode = 0o600) => {
    const path = next('key')
    writeFileSync(path, text, { mode })
    chmodSync(path, mode)
    return path
  }

  test('with a passphrase: the advice signs afterwards', async () => {
    const locked = await refusal(makeKey(next('locked'), ['ed25519'], 'made up words'))
    expect(locked.code).toBe('refused')
    expect(locked.said).toMatch(/passphrase.*ssh-keygen -Y sign -n lethe-release -f KEY DIR\/SHA256SUMS/)
    expect(
      (await refusal(makeKey(next('locked'), ['ed25519', '-Z', 'aes256-gcm@openssh.com'], 'made up words'))).said,
    ).toMatch(/passphrase/)
  })

  test.each([['rsa', '-b', '2048'], ['ecdsa']])('of another type: %s', async (...type) => {
    expect(await refusal(makeKey(next('key'), type))).toMatchObject({
      code: 'refused',
      said: expect.stringMatching(/of the type .*ssh-keygen -t ed25519/),
    })
  })

  test.each([0o640, 0o604, 0o610, 0o644, 0o666])('that others can read or change: mode %o', async (mode) => {
    expect(await refusal(written(readFileSync(key), mode))).toMatchObject({
      code: 'refused',
      said: expect.stringContaining('can be read by others'),
    })
  })

  test('that are none', async () => {
    for (const file of [next('nowhere'), dirname(key)])
      expect((await refusal(file)).said).toContain('there is no key file')
    expect((await refusal(written(readFileSync(pub)))).said).toContain('is a public key')
    for (const text of [
      '',
      'lethe-key-1 00\n',
      '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n',
    ])
      expect((await refusal(written(text))).said).toContain('is no private key of OpenSSH')
    expect(
      (await refusal(written(readFileSync(makeKey(next('pem'), ['rsa', '-b', '2048', '-m', 'PEM']))))).said,
    ).toContain('is no private key of OpenSSH')
  })

  const asFile = (content: Buffer) =>
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${content.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----\n`

  test('the bytes as they are make the key; a comment may differ', () => {
    const renamed = Buffer.from(bytes)
    renamed.write('MADE', comment)
    for (const content of [bytes, renamed])
      expect(readSigningKey(written(asFile(content))).publicKey).toEqual(readSigners(pub)[0]?.publicKey)
  })

  test('with any other byte changed, missing or added', async () => {
    for (let at = 0; at < bytes.length; at++) {
      if (at >= comment && at < comment + 'made-up@example.org'.length) continue
      const content = Buffer.from(bytes)
      content[at] = content[at]! ^ 1
      expect(await refusal(written(asFile(content))), `byte ${at}`).toMatchObject({
        said: expect.not.stringContaining('nowhere/log'),
      })
    }
    for (const content of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.from([6])]), bytes.subarray(0, 60)])
      expect((await refusal(written(asFile(content)))).said).toContain('is damaged')
  })
})

test('the key is in no file and no result', async () => {
  const out = next('searched')
  const result = await release([log], { plan, out, format: 'tsv', sign: key, truth: true })
  const seed = bytes.subarray(comment - 4 - 64, comment - 4 - 32)
  // It is the key that is looked for: its public half is the one that ssh-keygen wrote.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const half = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({ format: 'jwk' })
  expect(readSigners(pub)[0]?.publicKey.subarray(-32).toString('base64url')).toBe(half.x)
  const forms = (['latin1', 'hex', 'base64', 'base64url'] as const).map((form) => seed.toString(form).slice(0, 30))
  const all = [JSON.stringify(result), ...Object.values(filesOf(out)), ...Object.values(filesOf(`${out}.private`))]
  for (const form of [...forms, key]) expect(all.join('\n').includes(form)).toBe(false)
})

test('a release whose signature fails is not there at all', async () => {
  const { engine, workspace } = await makeTables()
  const place = { dir: next('unwritten'), privateDir: next('unwritten.private'), force: false }
  const files = {
    manifest: manifestWith({ kind: 'none' }, { files: [] }),
    tables: [],
    format: 'tsv' as const,
    record: {} as never,
    started: 0,
    privateFiles: {},
    sign: () => {
      throw new Error('no signature')
    },
  }
  await expect(writeRelease(engine, workspace, place, files)).rejects.toMatchObject({ code: 'output' })
  expect(readdirSync(dirname(place.dir)).filter((name) => name.includes('unwritten'))).toEqual([])
})
