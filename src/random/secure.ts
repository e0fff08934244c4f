import { randomBytes, randomFillSync } from 'node:crypto'
import { type Random, randomFrom } from './random.js'

/** Chance from the operating system, in pools of 64 KiB. */
export function secureRandom(): Random {
  const pool = new Uint32Array(16384)
  let next = pool.length
  const uint32 = () => {
    if (next === pool.length) {
      randomFillSync(pool)
      next = 0
    }
    const value = pool[next]!
    pool[next++] = 0
    return value
  }
  return randomFrom('secure', uint32, (n) => new Uint8Array(randomBytes(n)))
}
