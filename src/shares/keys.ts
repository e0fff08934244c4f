import { type ShareKernel, shareKernel } from './kernel.js'
import type { Sharing } from './scheme.js'

let small: { readonly kernel: ShareKernel; readonly bytes: Uint8Array } | undefined

/** Keyed BLAKE3 [BLAKE3], 32 bytes. For keys; rows are hashed where they are read. */
export function keyedHash(key: Uint8Array, message: string | Uint8Array): Uint8Array {
  if (key.length !== 32) throw new RangeError('a key has 32 bytes')
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  if (bytes.length > 1 << 16) throw new RangeError('a message for a key is short')
  if (small === undefined) {
    const kernel = shareKernel()
    kernel.layOut(1, 1, 0, 64, 1 << 17, 1 << 12)
    small = { kernel, bytes: new Uint8Array(kernel.memory.buffer) }
  }
  const { kernel, bytes: memory } = small
  const at = kernel.input.value
  memory.set(key, at)
  memory.set(bytes, at + 64)
  kernel.keyedHash(at, at + 64, bytes.length, kernel.output.value, 4)
  const hash = memory.slice(kernel.output.value, kernel.output.value + 32)
  memory.fill(0, at, at + 64 + bytes.length)
  memory.fill(0, kernel.output.value, kernel.output.value + 256)
  return hash
}

/** The key of one epoch. Who has it alone can neither write nor test anything of another. */
export function epochKey(key: Uint8Array, epoch: string): Uint8Array {
  return keyedHash(key, `lethe epoch 1\n${epoch}`)
}

/** The key from which tags and shares derive. Other parameters, other tags: releases with different t do not add up. */
export function sharesKey(ofEpoch: Uint8Array, { scheme, t, n }: Sharing): Uint8Array {
  return keyedHash(ofEpoch, `lethe shares 1\n${scheme}\n${t}\n${scheme === 'shamir' ? n : 0}`)
}

/** The key for pseudonyms of a stream. */
export function pseudonymKey(ofEpoch: Uint8Array): Uint8Array {
  return keyedHash(ofEpoch, 'lethe pseudonym 1')
}
