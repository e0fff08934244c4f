import type { Random } from '../../random/random.js'

/** Throws for each run who is there: a fair coin for every person. */
export type Throw = () => Uint8Array

/**
 * Every person enters by a coin of their own. Where a neighbouring log has somebody else in place of a person, persons are paired once for all and
 * the coin says which of the two is there, so that every log has as many; without a partner one is always there.
 */
export function coinsFor(random: Random, persons: number, neighbours: 'add-remove' | 'replace'): Throw {
  const order = Uint32Array.from({ length: persons }, (_, i) => i)
  if (neighbours === 'replace') shuffle(random, order)
  return () => {
    const coins = new Uint8Array(persons)
    const bytes = random.bytes(Math.ceil(persons / 8))
    const bit = (i: number) => ((bytes[i >> 3]! >> (i & 7)) & 1) as 0 | 1
    for (let i = 0; i < persons; i++) {
      if (neighbours === 'add-remove') coins[i] = bit(i)
      else if (i === persons - 1 && i % 2 === 0) coins[order[i]!] = 1
      else coins[order[i]!] = bit(i >> 1) === i % 2 ? 1 : 0
    }
    return coins
  }
}

function shuffle(random: Random, list: Uint32Array): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[list[i], list[j]] = [list[j]!, list[i]!]
  }
}
