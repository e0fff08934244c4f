import type { Random } from '../../random/random.js'

const LETTERS = 'abcdefghijklmno' // none of the signs that differ

/**
 * Two texts that a quick hash takes for one under half of all keys. Such hashes take in 8 bytes at a time, h := (h xor bytes) * m with m odd and m = 3 mod 4. Turning the
 * last bit but one of 8 bytes (`0` to `p`) changes h by 2^62 one way or the other, whatever h was; times m that is 2^62 the other way, still in the two highest bits; and turning
 * the same bit of the next 8 bytes takes it away again, unless it carried. A key in front changes nothing if it is a multiple of 8 bytes long.
 */
export function collidingTexts(random: Random, start = ''): readonly [string, string] {
  const word = (length: number) => Array.from({ length }, () => LETTERS[random.below(LETTERS.length)]).join('')
  const digit = random.below(10)
  const [first, second] = [`${start}${word(7)}`.slice(0, 7), word(7)]
  const text = (sign: string) => `${first}${sign}${second}${sign}`
  return [text(String(digit)), text('pqrstuvwxy'[digit]!)]
}
