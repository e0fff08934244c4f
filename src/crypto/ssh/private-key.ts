import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fail } from '../../base/errors.js'
import { closedKeyFile } from '../key-file.js'
import { ED25519, publicBlob, typeOf, verifyingKey } from './ed25519.js'
import { decode, unarmour, type Wire } from './wire.js'

/** A key to sign with, and its public half as SSH writes it. */
export interface SigningKey {
  readonly secret: KeyObject
  readonly publicKey: Buffer
}

const MAGIC = 'openssh-key-v1\0'
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex') // what stands in front of the 32 bytes (RFC 8410)
const MAKE_ONE = "Make one for releases: ssh-keygen -t ed25519 -N '' -f FILE"

/** What a file of OpenSSH says before anything is secret: how it is locked, and the public key. */
interface Envelope {
  readonly locked: boolean
  readonly publicKey: Buffer
  readonly inside: Buffer
}

/** Reads a key that `ssh-keygen -t ed25519` made without a passphrase; refuses a file that others can read. */
export function readSigningKey(path: string): SigningKey {
  closedKeyFile(path, MAKE_ONE)
  const text = readFileSync(path, 'latin1')
  if (/^(ssh|ecdsa|sk)-\S+ /.test(text))
    fail('input', `${path} is a public key`, 'Name the private one, which ssh-keygen puts beside it without .pub.')
  const bytes = unarmour('OPENSSH PRIVATE KEY', text)
  if (bytes === undefined) fail('input', `${path} is no private key of OpenSSH`, MAKE_ONE)
  const envelope = decode(bytes, readEnvelope)
  if (envelope?.locked)
    fail(
      'refused',
      `the key ${path} has a passphrase, and Lethe asks for none`,
      `Release without --sign, then: ssh-keygen -Y sign -n lethe-release -f KEY DIR/SHA256SUMS. Or sign with a key without one: ssh-keygen -t ed25519 -N '' -f FILE`,
    )
  const type = envelope && typeOf(envelope.publicKey)
  if (type !== undefined && type !== ED25519)
    fail('refused', `${path} is a key of the type ${type}; releases are signed with ${ED25519}`, MAKE_ONE)
  const seed = envelope && decode(envelope.inside, (wire) => readSeed(wire, envelope.publicKey))
  if (envelope === undefined || seed === undefined) fail('input', `the key file ${path} is damaged`, MAKE_ONE)
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const half = createPublicKey(secret)
  // A public half that is not that of the secret one would give signatures that nobody can check.
  if (!half.equals(verifyingKey(envelope.publicKey.subarray(-32))))
    fail('input', `the key file ${path} is damaged`, MAKE_ONE)
  return { secret, publicKey: envelope.publicKey }
}

function readEnvelope(wire: Wire): Envelope | undefined {
  if (wire.bytes(MAGIC.length).toString('latin1') !== MAGIC) return undefined
  const cipher = wire.string().toString('latin1')
  const kdf = wire.string().toString('latin1')
  const options = wire.string()
  if (wire.number() !== 1) return undefined
  const publicKey = wire.string()
  const inside = wire.string()
  if (cipher !== 'none') {
    wire.bytes(wire.left()) // some ciphers leave a tag behind
    return { locked: true, publicKey, inside }
  }
  return kdf === 'none' && options.length === 0 ? { locked: false, publicKey, inside } : undefined
}

/** The secret 32 bytes. Everything beside them is known already and must agree. */
function readSeed(wire: Wire, publicKey: Buffer): Buffer | undefined {
  const [one, other] = [wire.number(), wire.number()]
  const type = wire.string().toString('latin1')
  const raw = wire.string()
  const secret = wire.string()
  wire.string() // a comment
  const padding = wire.bytes(wire.left())
  const sound =
    one === other &&
    type === ED25519 &&
    raw.length === 32 &&
    publicBlob(raw).equals(publicKey) &&
    secret.length === 64 &&
    secret.subarray(32).equals(raw) &&
    padding.length < 8 &&
    padding.every((byte, i) => byte === i + 1)
  return sound ? secret.subarray(0, 32) : undefined
}
