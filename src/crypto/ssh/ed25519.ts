import { createPublicKey, type KeyObject } from 'node:crypto'
import { decode, encode } from './wire.js'

/** The one type of key that is understood, by its name in SSH. */
export const ED25519 = 'ssh-ed25519'

const SPKI = Buffer.from('302a300506032b6570032100', 'hex') // what stands in front of the 32 bytes (RFC 8410)

/** The name of the type of a public key, as SSH writes it; undefined for bytes that are none. */
export function typeOf(publicKey: Buffer): string | undefined {
  return decode(publicKey, (wire) => {
    const type = wire.string().toString('latin1')
    wire.bytes(wire.left())
    return /^[a-z0-9@.-]{1,64}$/.test(type) ? type : undefined
  })
}

/** The public key of 32 bytes as SSH writes it. */
export function publicBlob(raw: Uint8Array): Buffer {
  return encode(ED25519, raw)
}

/** The 32 bytes of a public key that SSH wrote; undefined if it is none of this type. */
export function rawPublicKey(blob: Buffer): Buffer | undefined {
  const raw = decode(blob, (wire) => (wire.string().toString('latin1') === ED25519 ? wire.string() : undefined))
  return raw?.length === 32 ? raw : undefined
}

export function verifyingKey(raw: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' })
}
