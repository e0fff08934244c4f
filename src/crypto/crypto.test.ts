import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { keyId, readKeyFile, writeKeyFile } from './key-file.js'

const dir = mkdtempSync(join(tmpdir(), 'lethe-crypto-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('key files', () => {
  test('are fresh, for the owner only, and read back', () => {
    const [one, two] = [join(dir, 'one'), join(dir, 'two')]
    const { id } = writeKeyFile(one)
    writeKeyFile(two)
    expect(statSync(one).mode & 0o777).toBe(0o600)
    const key = readKeyFile(one)
    expect(key).toHaveLength(32)
    expect(keyId(key)).toBe(id)
    expect(Buffer.from(readKeyFile(two)).equals(key)).toBe(false)
    expect(Buffer.from(key).toString('hex')).not.toContain(id)
  })

  test('are never overwritten', () => {
    const path = join(dir, 'kept')
    writeKeyFile(path)
    const before = readFileSync(path, 'utf8')
    expect(() => writeKeyFile(path)).toThrow(/exists/)
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  test('are refused if others can read them, if they are missing, or something else', () => {
    const path = join(dir, 'open')
    writeKeyFile(path)
    for (const mode of [0o640, 0o604, 0o660]) {
      chmodSync(path, mode)
      expect(() => readKeyFile(path)).toThrow(/read by others/)
    }
    expect(() => readKeyFile(join(dir, 'none'))).toThrow(/no key file/)
    const other = join(dir, 'other')
    writeFileSync(other, randomBytes(32), { mode: 0o600 })
    expect(() => readKeyFile(other)).toThrow(/no Lethe key file/)
  })
})
