import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { fail } from '../base/errors.js'
import { secureRandom } from '../random/secure.js'

const SHAPE = /^lethe-key-1 ([0-9a-f]{64})(?: epoch=([0-9a-z-]{1,20}))?\n$/

/** A key, and the epoch if it is that of one epoch alone. */
export interface Key {
  readonly key: Uint8Array
  readonly epoch?: string
}

/**
 * Writes a key, fresh and of 256 bits unless one is given, readable by its owner only. An existing file is never overwritten.
 */
export function writeKeyFile(path: string, given?: Required<Key>): { readonly id: string } {
  const key = given?.key ?? secureRandom().bytes(32)
  try {
    writeFileSync(path, keyFileText(key, given?.epoch), { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST')
      fail('output', `${path} exists and is left as it is`, 'Choose another name.', cause)
    fail('output', `${path} cannot be written`, 'Check the folder and its rights.', cause)
  }
  return { id: keyId(key) }
}

/** A key as it stands in a file. */
export function keyFileText(key: Uint8Array, epoch?: string): string {
  return `lethe-key-1 ${Buffer.from(key).toString('hex')}${epoch === undefined ? '' : ` epoch=${epoch}`}\n`
}

/** Reads a key that is good for everything; refuses a file that others can read, and the key of one epoch. */
export function readKeyFile(path: string): Uint8Array {
  const { key, epoch } = readKey(path)
  if (epoch !== undefined)
    fail(
      'refused',
      `${path} holds the key of the epoch ${epoch} alone`,
      'lethe encode takes it; here the key that it came from is needed.',
    )
  return key
}

/** Reads a key, or that of one epoch; refuses a file that others can read. */
export function readKey(path: string): Key {
  closedKeyFile(path, `Make one: lethe keygen -o ${path}`)
  const match = SHAPE.exec(readFileSync(path, 'latin1'))
  if (!match) fail('input', `${path} is no Lethe key file`, 'Make one: lethe keygen -o FILE')
  const key = new Uint8Array(Buffer.from(match[1]!, 'hex'))
  return match[2] === undefined ? { key } : { key, epoch: match[2] }
}

/** Refuses a key file that is not there, or that others can read. */
export function closedKeyFile(path: string, makeOne: string): void {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile()) fail('input', `there is no key file ${path}`, makeOne)
  if ((stat.mode & 0o077) !== 0)
    fail(
      'refused',
      `the key file ${path} can be read by others`,
      `Close it: chmod 600 ${path}; if others had access, make a new key.`,
    )
}

/** A name for a key that says nothing about it. */
export function keyId(key: Uint8Array): string {
  return createHash('sha256').update('lethe key id\0').update(key).digest('hex').slice(0, 16)
}
