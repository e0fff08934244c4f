import { createHash } from 'node:crypto'
import type { Paired } from '../../privacy/exposure.js'
import type { Random } from '../../random/random.js'

const TEXTS_AT_MOST = 50_000

/**
 * What the user asked and what went out in her name, in memory alone, as hashes under a salt that dies with the process: enough to
 * tell how exposed she is, and no list of anybody's queries. Beyond a bound, new texts are not counted.
 */
export function profile(random: Random) {
  const salt = random.bytes(32)
  const counts = new Map<string, { asked: number; exposed: number }>()
  const at = (query: string) => {
    const key = createHash('sha256').update(salt).update(query).digest('base64url').slice(0, 22)
    const pair = counts.get(key) ?? { asked: 0, exposed: 0 }
    if (counts.size < TEXTS_AT_MOST) counts.set(key, pair)
    return pair
  }
  return {
    asked: (query: string) => void at(query).asked++,
    exposed: (query: string) => void at(query).exposed++,
    pairs: (): Iterable<Paired> => counts.values(),
    forget: () => counts.clear(),
  }
}
