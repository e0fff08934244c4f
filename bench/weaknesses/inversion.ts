import { type Corpus, corpusOf } from '../../src/attacks/invert-tokens/corpus.js'
import { type Informed, informed } from '../../src/attacks/invert-tokens/informed.js'
import type { Mapped } from '../../src/attacks/invert-tokens/mapping.js'
import { type Published, published, type Watch } from '../../src/attacks/invert-tokens/published.js'
import { type Band, scoreMapping } from '../../src/attacks/invert-tokens/score.js'
import { seededRandom } from '../../src/random/seeded.js'

/** The attack as published: node-start, then score greedy until it settles. */
export const PLAIN: Omit<Published, 'n'> = {
  initial: 'node-start',
  measure: 'l1',
  update: 'score',
  iterations: 5,
  expandFrom: Number.MAX_SAFE_INTEGER,
  beta: 1,
  alpha: 1,
}

/** A stand-in for a hash: an order that tells nothing about the spelling, for tokens equally frequent. */
function scatter(token: string): string {
  let h = 1
  for (let i = 0; i < token.length; i++) h = Math.imul(h ^ token.charCodeAt(i), 0x01000193)
  return `${(h >>> 0).toString(36)}:${token}`
}
const opened = (hash: string) => hash.slice(hash.indexOf(':') + 1)

/** Two logs, one of them hashed. */
export interface Pair {
  readonly hashes: Corpus
  readonly reference: Corpus
}

export function pairOf(hashed: Iterable<string>, reference: Iterable<string>): Pair {
  return { hashes: hashedCorpus(hashed), reference: corpusOf(reference) }
}

export function hashedCorpus(queries: Iterable<string>): Corpus {
  const known = new Map<string, string>()
  const hash = (token: string) => {
    const made = known.get(token) ?? scatter(token)
    known.set(token, made)
    return made
  }
  function* hashes() {
    for (const query of queries) yield query.split(' ').map(hash).join(' ')
  }
  return corpusOf(hashes())
}

export function score({ hashes, reference }: Pair, n: number, { mu, margin }: Mapped) {
  const left = hashes.tokens.slice(0, n)
  const right = reference.tokens.slice(0, n)
  return scoreMapping(
    {
      of: 'tokens',
      n,
      hashes: left,
      tokens: right,
      guessed: left.map((_, l) => right[mu[l] ?? -1]),
      confidence: margin,
    },
    new Map(left.map((hash) => [hash, opened(hash)])),
  )
}

/** The true mapping, for oracles and bootstraps. */
export function trueMapping({ hashes, reference }: Pair, n: number): Int32Array {
  const rank = new Map(reference.tokens.slice(0, n).map((token, r) => [token, r]))
  return Int32Array.from(hashes.tokens.slice(0, n), (hash) => rank.get(opened(hash)) ?? -1)
}

/** Accuracy of the published attack with n tokens; matchable are those frequent on both sides. */
export function invert(pair: Pair, n: number, settings: Partial<Published> = {}, watch?: Watch): Band & Scores {
  return score(pair, n, published(pair.hashes, pair.reference, { ...PLAIN, n, ...settings }, seededRandom(1), watch))
}

type Scores = ReturnType<typeof score>

/** Accuracy of the informed attack. */
export function invertInformed(pair: Pair, n: number, settings: Partial<Informed> = {}): Scores {
  return score(
    pair,
    n,
    informed(pair.hashes, pair.reference, { n, context: 2 * n, iterations: 6, ordered: true, clear: 0, ...settings }),
  )
}
