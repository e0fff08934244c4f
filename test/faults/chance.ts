import { createHash } from 'node:crypto'
import { QuickChance } from '../../src/random/quick.js'

/** The chance of the nth case of a part: each can be had again without those before it. */
export function chanceOf(seed: number, part: string, n: number): QuickChance {
  const digest = createHash('sha256').update(`${seed} ${part} ${n}`).digest()
  return new QuickChance(digest.readUIntBE(0, 6))
}

export function pick<T>(chance: QuickChance, from: readonly T[]): T {
  return from[chance.below(from.length)] as T
}

export function times<T>(n: number, make: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => make(i))
}
