import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { fail } from '../errors.js'

const SHAPE = /^lethe-key-1 ([0-9a-f]{64})\n$/

/** Writes a fresh 256-bit key, readable by its owner only. An existing file is never overwritten. */
export function writeKeyFile(path: string): { readonly id: string } {
  const key = randomBytes(32)
  try {
    writeFileSync(path, `lethe-key-1 ${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST')
      fail('output', `${path} exists and is left as it is`, 'Choose another name.', cause)
    fail('output', `${path} cannot be written`, 'Check the folder and its rights.', cause)
  }
  return { id: keyId(key) }
}

/** Reads a key; refuses a file that others can read. */
export function readKeyFile(path: string): Uint8Array {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile()) fail('input', `there is no key file ${path}`, `Make one: lethe keygen -o ${path}`)
  if ((stat.mode & 0o077) !== 0)
    fail(
      'refused',
      `the key file ${path} can be read by others`,
      `Close it: chmod 600 ${path}; if others had access, make a new key.`,
    )
  const match = SHAPE.exec(readFileSync(path, 'latin1'))
  if (!match) fail('input', `${path} is no Lethe key file`, 'Make one: lethe keygen -o FILE')
  return new Uint8Array(Buffer.from(match[1] as string, 'hex'))
}

/** A name for a key that says nothing about it. */
export function keyId(key: Uint8Array): string {
  return createHash('sha256').update('lethe key id\0').update(key).digest('hex').slice(0, 16)
}
