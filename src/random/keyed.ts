import { createHmac } from 'node:crypto'
import { type Random, randomFrom } from './random.js'

/** Chance that is drawn once, with a key, and is there again for whoever has the key: `at` begins the stream of one name. */
export interface KeyedRandom extends Random {
  at(key: Uint8Array, name: string): void
}

/**
 * Streams of HMAC-SHA-256 under a secret key: blocks of eight numbers, over a counter and a name. Under a key of 256 bits from the system they are as good as what the
 * system gives, which is made by a function with a key as well; without the key nobody can tell them from chance.
 */
export function keyedRandom(): KeyedRandom {
  let [key, name]: [Uint8Array, string] = [new Uint8Array(), '']
  let [block, counter, next] = [Buffer.alloc(0), 0, 0]
  const refill = () => {
    if (key.length !== 32) throw new RangeError('keyed chance needs a key of 32 bytes')
    block = createHmac('sha256', key).update(`${counter++}\0${name}`).digest()
    next = 0
  }
  const uint32 = () => {
    if (next >= block.length) refill()
    next += 4
    return block.readUInt32LE(next - 4)
  }
  const bytes = (length: number) => {
    const made = Buffer.alloc(Math.ceil(length / 4) * 4)
    for (let i = 0; i < made.length; i += 4) made.writeUInt32LE(uint32(), i)
    return new Uint8Array(made.subarray(0, length))
  }
  return {
    ...randomFrom('secure', uint32, bytes),
    at(secret, of) {
      ;[key, name, counter, next, block] = [secret, of, 0, 0, Buffer.alloc(0)]
    },
  }
}
