import { createHmac, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { openDuckDB } from '../engines/duckdb/index.js'
import { text } from '../engines/sql.js'
import { hmacSql } from './hmac-sql.js'
import { keyId, readKeyFile, writeKeyFile } from './key-file.js'

const dir = mkdtempSync(join(tmpdir(), 'lethe-crypto-'))
const engine = await openDuckDB({ spill: dir })
afterAll(async () => {
  await engine.close()
  rmSync(dir, { recursive: true, force: true })
})

test('[RFC2104] hmacSql is HMAC-SHA-256, cut to 128 bits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ unit: 'grapheme' }),
      async (key, value) => {
        const [row] = await engine.all<{ tag: string }>(`SELECT ${hmacSql(key, text(value))} AS tag`)
        expect(row?.tag).toBe(createHmac('sha256', key).update(value).digest('hex').slice(0, 32))
      },
    ),
    { numRuns: 60 },
  )
  expect(() => hmacSql(new Uint8Array(16), "'x'")).toThrow(RangeError)
})

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
