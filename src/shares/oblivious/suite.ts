import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { epochKey } from '../keys.js'

// The oblivious function is the verifiable one of [RFC9497], ristretto255-SHA512: the server sees blinded points, and proves
// that it used the key that it published, so that it cannot mark a client by a key of its own.
const { voprf } = ristretto255_oprf

/** Bytes of a point on the wire. */
export const POINT_BYTES = 32

export interface EpochKeys {
  readonly secretKey: Uint8Array
  readonly publicKey: Uint8Array
}

/** [RFC9497] §3.2.1: the server's keys of one epoch, from its own key. */
export function keysOfEpoch(key: Uint8Array, epoch: string): EpochKeys {
  return voprf.deriveKeyPair(epochKey(key, `oprf ${epoch}`), new TextEncoder().encode('lethe oprf 1'))
}

export interface Evaluation {
  readonly evaluated: readonly Uint8Array[]
  readonly proof: Uint8Array
}

/** Server: evaluates blinded points, with one proof for all. */
export function evaluate({ secretKey, publicKey }: EpochKeys, blinded: readonly Uint8Array[]): Evaluation {
  return voprf.blindEvaluateBatch(secretKey, publicKey, [...blinded])
}

export interface Blinded {
  readonly input: Uint8Array
  readonly blind: Uint8Array
  readonly blinded: Uint8Array
}

/** Client: hides an input behind a random factor. */
export function blind(input: Uint8Array): Blinded {
  return { input, ...voprf.blind(input) }
}

/** Client: checks the proof and takes the random factors off again: 64 bytes for each input. Throws if the proof is wrong. */
export function finalise(
  items: readonly Blinded[],
  { evaluated, proof }: Evaluation,
  publicKey: Uint8Array,
): Uint8Array[] {
  return voprf.finalizeBatch(
    items.map((item, i) => ({ ...item, evaluated: evaluated[i]! })),
    publicKey,
    proof,
  )
}
