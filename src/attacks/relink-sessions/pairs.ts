import { Numbers } from '../../base/numbers.js'
import type { Batch, Engine } from '../../engines/engine.js'
import { countOf, fresh } from '../../engines/sql.js'
import type { Rows } from '../../release/data.js'
import type { Answers } from './answers.js'
import type { Moments } from './moments.js'
import { TOP } from './search.js'
import type { TextIndex } from './text-index.js'

/** Pairs of sessions that an attacker without an oracle holds to be of one person, the surest first. */
export interface Pairs {
  readonly one: Uint32Array
  readonly other: Uint32Array
  readonly score: Float64Array
}

/** Answers of a session that are looked at again. */
const NEAREST = 10
/** How much each sign counts beside words. Set by hand on a generated log: a release comes without examples to learn from. */
const SIGNS = { hosts: 0.5, rareTerm: 1, hour: 0.1 }

/** Scores pairs by words, clicked hosts, the rarest term in common and the time of day, as far as the release shows them. */
export function guessPairs(index: TextIndex, hosts: TextIndex | undefined, answers: Answers, moments: Moments): Pairs {
  const [ones, others] = [new Numbers(), new Numbers()]
  const scores: number[] = []
  const common = overlapOf(index)
  const commonHosts = hosts && overlapOf(hosts)
  for (let one = 0; one < index.count; one++) {
    common.open(one)
    commonHosts?.open(one)
    for (let i = 0; i < Math.min(NEAREST, answers.size[one]!); i++) {
      const other = answers.doc[one * TOP + i]!
      if (other < one && listed(answers, other, one)) continue // found from the other side
      const words = common.with(other)
      ones.push(one)
      others.push(other)
      scores.push(
        words.similarity * words.rarities +
          SIGNS.rareTerm * words.rarity +
          SIGNS.hosts * (commonHosts?.with(other).similarity ?? 0) +
          SIGNS.hour * sameHour(moments, one, other),
      )
    }
    common.close(one)
    commonHosts?.close(one)
  }
  const order = surestFirst(scores)
  const pick = (array: Uint32Array) => Uint32Array.from(order, (i) => array[i]!)
  return { one: pick(ones.array()), other: pick(others.array()), score: Float64Array.from(order, (i) => scores[i]!) }
}

const STEPS = 2 ** 20

/** Indexes by falling score, told apart to a millionth; millions of them are sorted as plain numbers. */
function surestFirst(scores: readonly number[]): Uint32Array {
  let greatest = 0
  for (const score of scores) greatest = Math.max(greatest, score)
  const keys = Float64Array.from(scores, (score, i) => Math.floor((1 - score / greatest) * STEPS) * 2 ** 32 + i)
  return Uint32Array.from(keys.sort(), (key) => key % 2 ** 32)
}

function listed({ doc, size }: Answers, of: number, wanted: number): boolean {
  for (let i = 0; i < Math.min(NEAREST, size[of]!); i++) if (doc[of * TOP + i] === wanted) return true
  return false
}

/** Near in the time of day: 1 for the same hour, 0 for six hours apart or more, and where no hour is shown. */
function sameHour({ hour }: Moments, a: number, b: number): number {
  if (hour[a]! < 0 || hour[b]! < 0) return 0
  const apart = Math.abs(hour[a]! - hour[b]!)
  return Math.max(0, 1 - Math.min(apart, 24 - apart) / 6)
}

/**
 * What one document has in common with others: similarity; how rare the common terms are together, since two equal sessions of
 * one common word say little; and 1 / (n - 1) for the rarest of them, which n documents hold.
 */
function overlapOf({ count, terms, docStart, docTerm, held, asked, postStart }: TextIndex) {
  const weight = new Float32Array(terms)
  const each = (doc: number, set: (i: number) => number) => {
    for (let i = docStart[doc]!; i < docStart[doc + 1]!; i++) weight[docTerm[i]!] = set(i)
  }
  return {
    open: (doc: number) => each(doc, (i) => asked[i]!),
    close: (doc: number) => each(doc, () => 0),
    with(other: number) {
      let similarity = 0
      let rarities = 0
      let rarest = Number.POSITIVE_INFINITY
      for (let i = docStart[other]!; i < docStart[other + 1]!; i++) {
        const term = docTerm[i]!
        if (weight[term] === 0) continue
        similarity += weight[term]! * held[i]!
        rarities += 0.1 * Math.log(count / (postStart[term + 1]! - postStart[term]!))
        rarest = Math.min(rarest, postStart[term + 1]! - postStart[term]!)
      }
      return { similarity, rarities, rarity: 1 / (rarest - 1) }
    },
  }
}

/** The surest pairs as a table (pseudonym, other, score): as many as there are sessions. */
export async function writePairs(engine: Engine, sessions: string, { one, other, score }: Pairs): Promise<Rows> {
  const many = Math.min(one.length, await countOf(engine, sessions))
  const numbers = fresh('pairs')
  function* batches(): Generator<Batch> {
    for (let from = 0; from < many; from += 1 << 16) {
      const part = <T extends Uint32Array | Float64Array>(array: T) =>
        Array.from(array.subarray(from, Math.min(many, from + (1 << 16))), String)
      yield [part(one), part(other), part(score)]
    }
  }
  await engine.append(numbers, ['one', 'other', 'score'], batches())
  const table = fresh('guesses')
  await engine.view(
    table,
    `SELECT a.pseudonym, b.pseudonym AS other, n.score FROM ${numbers} n
    JOIN ${sessions} a ON a.doc = n.one::INTEGER JOIN ${sessions} b ON b.doc = n.other::INTEGER ORDER BY n.score::DOUBLE DESC, a.pseudonym, b.pseudonym`,
  )
  return { table, columns: ['pseudonym', 'other', 'score'] }
}
