import { fail } from '../base/errors.js'
import { keyId, readKeyFile, writeKeyFile } from '../crypto/key-file.js'
import { epochKey } from '../shares/keys.js'

/** For the key of one epoch: the key to take it from, and the epoch. */
export interface KeygenOptions {
  readonly from?: string
  /** 2006-03 for a month, 2006 for a year, else its first day. */
  readonly epoch?: string
}

/** Makes a key of 256 bits in a file that only its owner can read, or takes that of one epoch from it. Returns a name that says nothing about it. */
export function keygen(out: string, { from, epoch }: KeygenOptions = {}): { readonly id: string } {
  if (from === undefined && epoch === undefined) return writeKeyFile(out)
  if (from === undefined || epoch === undefined)
    fail('usage', '--from and --epoch go together', 'Write --from KEY --epoch 2006-03.')
  if (!/^\d{4}(-\d\d){0,2}$|^all$|^undated$/.test(epoch))
    fail(
      'usage',
      `'${epoch.slice(0, 20)}' names no epoch`,
      'Write 2006 for a year, 2006-03 for a month, else its first day.',
    )
  const key = epochKey(readKeyFile(from), epoch)
  writeKeyFile(out, { key, epoch })
  return { id: keyId(key) }
}
