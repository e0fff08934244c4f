import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { type Random, randomFrom } from './random.js'

/** Repeatable chance for tests and experiments. Whatever is released with it is stamped `experiment`. */
export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed)
  const uint32 = () => generator.next() >>> 0
  const bytes = (n: number) => Uint8Array.from({ length: n }, () => uint32() >>> 24)
  return randomFrom('seeded', uint32, bytes)
}
