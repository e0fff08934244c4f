import { availableParallelism } from 'node:os'
import { type Corpus, corpusOf } from '../../src/attacks/invert-tokens/corpus.js'
import { type Crew, openCrew } from '../../src/attacks/invert-tokens/crew/index.js'
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

function hashedCorpus(queries: Iterable<string>): Corpus {
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

/** The same log with its tokens hashed: those equally frequent are in another order. */
export function hashedAs(corpus: Corpus): Corpus {
  const { frequency } = corpus
  const hashes = corpus.tokens.map(scatter)
  const order = Uint32Array.from(hashes, (_, id) => id).sort(
    (a, b) => frequency[b]! - frequency[a]! || (hashes[a]! < hashes[b]! ? -1 : 1),
  )
  const rank = new Uint32Array(order.length)
  order.forEach((id, i) => {
    rank[id] = i
  })
  return {
    ...corpus,
    tokens: Array.from(order, (id) => hashes[id]!),
    frequency: Float64Array.from(order, (id) => frequency[id]!),
    ids: corpus.ids.map((id) => rank[id]!),
  }
}

/** Queries of a corpus, those that are repeated counted as often. */
export const sizeOf = ({ times }: Corpus) => times.reduce((sum, often) => sum + often, 0)

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

type Scores = ReturnType<typeof score>

/** Gives threads to an attack and takes them back. */
async function withCrew<T>(work: (crew: Crew) => Promise<T>): Promise<T> {
  const crew = openCrew(availableParallelism())
  try {
    return await work(crew)
  } finally {
    await crew.close()
  }
}

/** Accuracy of the published attack with n tokens; matchable are those frequent on both sides. */
export async function invert(
  pair: Pair,
  n: number,
  settings: Partial<Published> = {},
  watch?: Watch,
): Promise<Band & Scores> {
  const { hashes, reference } = pair
  const all = { ...PLAIN, n, ...settings }
  return score(pair, n, await withCrew((crew) => published(hashes, reference, all, seededRandom(1), crew, watch)))
}

/** Accuracy of the informed attack. */
export async function invertInformed(
  pair: Pair,
  n: number,
  settings: Partial<Informed> = {},
  watch?: Watch,
): Promise<Scores> {
  const { hashes, reference } = pair
  const all = { n, context: 2 * n, iterations: 6, ordered: true, clear: 0, ...settings }
  return score(pair, n, await withCrew((crew) => informed(hashes, reference, all, crew, watch)))
}
