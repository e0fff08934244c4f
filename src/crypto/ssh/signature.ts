import { createHash, sign, verify } from 'node:crypto'
import { ED25519, rawPublicKey, verifyingKey } from './ed25519.js'
import type { SigningKey } from './private-key.js'
import { armour, decode, encode, unarmour } from './wire.js'

/** A detached signature, as `ssh-keygen -Y sign` writes it (PROTOCOL.sshsig of OpenSSH). */
export interface Signature {
  /** As SSH writes it, with its type in front. */
  readonly publicKey: Buffer
  /** What the signature is for, so that one made for mail is none for a release. */
  readonly namespace: string
  readonly hash: string
  readonly value: Buffer
}

const MAGIC = 'SSHSIG'
const LABEL = 'SSH SIGNATURE'
const HASHES = ['sha256', 'sha512']

export function signatureOf(message: Uint8Array, namespace: string, { secret, publicKey }: SigningKey): string {
  const hash = 'sha512'
  const value = encode(ED25519, sign(null, signed(message, namespace, hash), secret))
  const version = Buffer.from([0, 0, 0, 1])
  return armour(LABEL, Buffer.concat([Buffer.from(MAGIC), version, encode(publicKey, namespace, '', hash, value)]))
}

/** Reads a signature; undefined unless the text is one to the letter, with nothing around it or hidden in it. */
export function readSignature(text: string): Signature | undefined {
  const bytes = unarmour(LABEL, text)
  if (bytes === undefined || armour(LABEL, bytes) !== text) return undefined
  return decode(bytes, (wire) => {
    if (wire.bytes(MAGIC.length).toString('latin1') !== MAGIC || wire.number() !== 1) return undefined
    const publicKey = wire.string()
    const namespace = wire.string().toString('latin1')
    const reserved = wire.string()
    const hash = wire.string().toString('latin1')
    const value = wire.string()
    return reserved.length === 0 && HASHES.includes(hash) ? { publicKey, namespace, hash, value } : undefined
  })
}

/** Did the key in the signature sign this message? Whose key it is, is another question. */
export function signs({ publicKey, namespace, hash, value }: Signature, message: Uint8Array): boolean {
  const raw = rawPublicKey(publicKey)
  const bare = decode(value, (wire) => (wire.string().toString('latin1') === ED25519 ? wire.string() : undefined))
  if (raw === undefined || bare?.length !== 64) return false
  return verify(null, signed(message, namespace, hash), verifyingKey(raw), bare)
}

function signed(message: Uint8Array, namespace: string, hash: string): Buffer {
  return Buffer.concat([Buffer.from(MAGIC), encode(namespace, '', hash, createHash(hash).update(message).digest())])
}

/** The name of a key for people, as `ssh-keygen -l` prints it. */
export function fingerprint(publicKey: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(publicKey).digest('base64').replace(/=+$/, '')}`
}
