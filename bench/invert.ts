import { availableParallelism } from 'node:os'
import { byMinima, relationsAt } from '../src/attacks/invert-tokens/company.js'
import { type Corpus, corpusOf } from '../src/attacks/invert-tokens/corpus.js'
import { type Crew, openCrew } from '../src/attacks/invert-tokens/crew/index.js'
import { nodeFeatures, place } from '../src/attacks/invert-tokens/features.js'
import { asOften, together } from '../src/attacks/invert-tokens/graph.js'
import type { Mapping } from '../src/attacks/invert-tokens/mapping.js'
import { type Normalised, normalised, postings } from '../src/attacks/invert-tokens/overlap.js'
import { scoreGreedy } from '../src/attacks/invert-tokens/score-greedy.js'
import { generateRows } from '../src/generate/generate.js'
import { type Outcome, round } from './measure.js'

const TOKENS = 1000
/** People who ask three million queries together, and how many they are to some tenth of them. */
const USERS = 65_000
const FEWER = 65 / 6
const ROWS_PER_USER = 46
const RUNS = 9

/**
 * One round of the published attack in one thread against one bare pass over the same postings, by the same kernel; and against plain JavaScript
 * over all pairs.
 */
export async function invertBench(rows: number): Promise<Outcome> {
  const users = Math.min(USERS, Math.round(rows / ROWS_PER_USER))
  const fewer = Math.round(users / FEWER)
  const few = await rounds([madeUp(fewer, 3), madeUp(fewer, 4)], 1)
  const sides = [madeUp(users, 3), madeUp(users, 4)] as const
  const one = await rounds(sides, 1)
  const all = await rounds(sides, availableParallelism())
  const { left, right: theirs, mu, found } = one
  const plain = await best(async () => plainRound(left, theirs, mu), 1)
  return {
    name: 'invert',
    ours: round(one.ours),
    limit: round(one.limit),
    ratio: round(one.ours / one.limit),
    unit: 'ms',
    atMost: 1.5,
    peakMiB: 0,
    detail: {
      users,
      tokens: TOKENS,
      distinctQueries: sides[0].times.length,
      ratioOfFewer: round(few.ours / few.limit),
      postings: theirs.to.length,
      visited: one.visited,
      threads: availableParallelism(),
      allThreadsMs: round(all.ours),
      plainMs: round(plain.ms),
      timesFasterThanPlain: round(plain.ms / one.ours),
      sameAsPlain: String(plain.result.every((r, l) => r === found[l] && r === all.found[l])),
    },
  }
}

async function rounds([hashes, reference]: readonly [Corpus, Corpus], threads: number) {
  const crew = openCrew(threads)
  const [mine, others] = [together(hashes, TOKENS, asOften), together(reference, TOKENS, asOften)]
  const right = normalised(others)
  const relation = { left: normalised(mine, undefined, crew.room), right: postings(right, right.n, crew.room) }
  const features = place(crew, nodeFeatures(hashes, mine), nodeFeatures(reference, others))
  const rank = new Map(reference.tokens.slice(0, TOKENS).map((token, r) => [token, r]))
  // A mapping as it is after a few rounds: what can be matched is, the rest is not mapped.
  const mu = Int32Array.from(hashes.tokens.slice(0, TOKENS), (token) => rank.get(token) ?? -1)
  const ours = await best(() => scoreGreedy(byMinima(crew, relation, mu, features)))
  const mapping = crew.room.i32(TOKENS)
  mapping.set(mu)
  const { address } = relationsAt(crew, [{ ...relation, mapping }])
  const limit = await best(() => barePass(crew, address))
  let visited = 0
  for (const l of relation.left.to) {
    const t = mu[l]!
    if (t >= 0) visited += relation.right.starts[t + 1]! - relation.right.starts[t]!
  }
  const left = normalised(mine)
  await crew.close()
  return { ours: ours.ms, limit: limit.ms, found: ours.result.mu, left, right, mu, visited }
}

/** Reads what a round must read, and adds it up where a round adds it up. */
function barePass(crew: Crew, relation: number): Promise<void> {
  return crew.run('barePass', TOKENS, 4 * TOKENS, (from, to, sums) => [from, to, relation, sums])
}

/** The shortest of several runs. */
async function best<T>(work: () => Promise<T>, runs = RUNS): Promise<{ readonly ms: number; readonly result: T }> {
  let ms = Number.POSITIVE_INFINITY
  let result = await work()
  for (let i = 0; i < runs; i++) {
    const started = performance.now()
    result = await work()
    ms = Math.min(ms, performance.now() - started)
  }
  return { ms, result }
}

/** All pairs by the definition over dense rows, sorted whole. */
function plainRound(left: Normalised, right: Normalised, mu: Mapping): Int32Array {
  const { n } = left
  const dense = ({ starts, to, weight }: Normalised) =>
    Array.from({ length: n }, (_, s) => {
      const row = new Int32Array(n)
      for (let i = starts[s]!; i < starts[s + 1]!; i++) row[to[i]!] = weight[i]!
      return row
    })
  const [mine, others] = [dense(left), dense(right)]
  const keys: { readonly d: number; readonly l: number; readonly r: number }[] = []
  for (let l = 0; l < n; l++)
    for (let r = 0; r < n; r++) {
      let d = 0
      for (let i = 0; i < n; i++) d += Math.abs(mine[l]![i]! - (mu[i]! < 0 ? 0 : others[r]![mu[i]!]!))
      keys.push({ d, l, r })
    }
  keys.sort((a, b) => a.d - b.d || a.l - b.l || a.r - b.r)
  const found = new Int32Array(n).fill(-1)
  const taken = new Uint8Array(n)
  for (const { l, r } of keys)
    if (found[l] === -1 && taken[r] === 0) {
      found[l] = r
      taken[r] = 1
    }
  return found
}

/** The queries of some people. */
function madeUp(users: number, seed: number): Corpus {
  function* queries() {
    for (const { rows } of generateRows({ users, seed })) for (const row of rows) yield row.asked.text
  }
  return corpusOf(queries())
}
