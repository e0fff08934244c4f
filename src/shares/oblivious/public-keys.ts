import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { fail } from '../../base/errors.js'
import { keysOfEpoch } from './suite.js'

/** The public keys of an oblivious function, one for each epoch, as its holder made them known: nobody need ask the server for them. */
export interface PublicKeys {
  readonly byEpoch: ReadonlyMap<string, Uint8Array>
  /** Names the keys in manifests: the same file gives the same, in whatever order its lines stand. */
  readonly digest: string
}

const HEAD = 'lethe-oprf-public-keys-1'
const LINE = /^[0-9a-z-]{1,20} [0-9a-f]{64}$/

/** The file of the public keys of epochs, from the server's own key. */
export function publicKeysText(key: Uint8Array, epochs: readonly string[]): string {
  const lines = [...new Set(epochs)].sort().map((epoch) => `${epoch} ${hex(keysOfEpoch(key, epoch).publicKey)}\n`)
  return `${HEAD}\n${lines.join('')}`
}

export function parsePublicKeys(text: string, label: string): PublicKeys {
  const [head, ...lines] = text.split(/\r?\n/).filter((line) => line !== '')
  const pairs = lines.map((line) => line.split(' ') as [string, string])
  const byEpoch = new Map(pairs.map(([epoch, key]) => [epoch, bytes(key)]))
  if (head !== HEAD || lines.length === 0 || !lines.every((line) => LINE.test(line)) || byEpoch.size < lines.length)
    fail('input', `${label} holds no public keys of an oblivious function`, HOW)
  const sorted = lines.map((line) => `${line}\n`).sort()
  return { byEpoch, digest: `sha256:${createHash('sha256').update(sorted.join('')).digest('hex')}` }
}

export function readPublicKeys(path: string): PublicKeys {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) fail('input', `there is no file ${path}`, HOW)
  return parsePublicKeys(readFileSync(path, 'latin1'), path)
}

/** The key of an epoch; without it nothing may be asked. */
export function keyOf({ byEpoch }: PublicKeys, epoch: string): Uint8Array {
  return (
    byEpoch.get(epoch) ??
    fail(
      'refused',
      `--server-key holds no key of the epoch ${epoch}`,
      'Ask the holder of the server: lethe oprf-server --print-public-key with --epoch and --days.',
    )
  )
}

const HOW = 'Ask the holder of the server for it: lethe oprf-server --key FILE --print-public-key writes it.'

const hex = (value: Uint8Array) => Buffer.from(value).toString('hex')
const bytes = (digits = '') => new Uint8Array(Buffer.from(digits, 'hex'))
