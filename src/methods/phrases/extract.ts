import { cast, universalHash } from '../../engines/dialect/index.js'
import { countOf, fresh } from '../../engines/sql.js'
import { passing } from '../../histograms/passing.js'
import { sumOfWeights, unitWeights } from '../../histograms/weights.js'
import { laterThreshold, type PhrasesNumbers } from '../../privacy/phrases.js'
import { GRID, onGrid } from '../../privacy/weights.js'
import { gaussianTail } from '../../random/gaussian-tail.js'
import type { Context } from '../method.js'
import { type Candidates, candidatesAfter, unsupported } from './candidates.js'
import { type Bound, givenBy, often, type Uses } from './given.js'
import { type Lexicon, lexiconAfter, lexiconOfWords, type Passed } from './lexicon.js'
import type { Numbers } from './numbers.js'

export interface Extraction extends Bound {
  readonly n: number
  readonly eta: number
  readonly numbers: PhrasesNumbers
}

/** What became of one length: for the custodian alone. */
export interface Length {
  readonly words: number
  /** Candidates, exactly; of words, those that somebody used. */
  readonly candidates: number
  readonly withSupport: number
  readonly rho: number
  readonly released: number
  readonly spurious: number
  /** The heaviest one. */
  readonly heaviest: number
}

export interface Extracted {
  readonly lexicons: readonly Lexicon[]
  readonly lengths: readonly Length[]
  /** Tables (person, number), one for each lexicon: who used which of its phrases; with n where how often decides what is given. */
  readonly used: readonly string[]
}

/** Phrases of one word, then of two, and so on, each length among what the one before lets be a candidate [Kim21]. */
export async function extract(log: Numbers, asked: Extraction, on: Context): Promise<Extracted> {
  const weights = await unitWeights(asked.most, on)
  const lexicons: Lexicon[] = []
  const lengths: Length[] = []
  const used: string[] = []
  /** A table (text, place, item): where phrases of the last length stand. */
  let standing = log.words
  for (let words = 1; words <= asked.n; words++) {
    on.say(words === 1 ? 'weighing words' : `weighing phrases of ${words} words`)
    const shorter = lexicons.at(-1)
    if (shorter?.size === 0) break
    const ends = shorter === undefined ? wordsIn(standing) : await pairsIn(standing, on)
    const uses = await usesOf(log, ends, shorter, asked, on)
    const summed = await sums(uses, asked, log.persons, weights, on)
    const { lexicon, length } = await (shorter === undefined
      ? releaseWords(log, summed, asked, on)
      : releaseLonger(shorter, summed, asked, on))
    lexicons.push(lexicon)
    lengths.push(length)
    const [kept, stands] = [fresh('used'), fresh('standing')]
    await on.engine.materialise(
      kept,
      `SELECT u.person, l.number${asked.choose === 'frequent' ? ', u.n' : ''} FROM ${uses.table} u JOIN ${lexicon.table} l ON ${meeting(uses, 'u', 'l')}`,
    )
    used.push(kept)
    if (words < asked.n)
      await on.engine.materialise(
        stands,
        `SELECT e.text, e.place, l.number AS item FROM ${ends} e JOIN ${lexicon.table} l ON ${meeting(uses, 'e', 'l')}`,
      )
    await on.engine.drop(uses.table, summed, standing, ...(shorter === undefined ? [] : [ends]))
    standing = stands
  }
  return { lexicons, lengths, used }
}

/** Words as phrases that have one end. */
function wordsIn(standing: string): string {
  return `(SELECT text, place, item AS a FROM ${standing})`
}

/** Where two rows are of one phrase, as SQL. */
function meeting({ phrase }: Uses, x: string, y: string): string {
  return phrase.map((end) => `${x}.${end} = ${y}.${end}`).join(' AND ')
}

/** Where two phrases of a length stand one place apart, which is a candidate of the next: within one text, so never across rows. A table (text, place, a, b). */
async function pairsIn(standing: string, on: Context): Promise<string> {
  const pairs = fresh('pairs')
  await on.engine.materialise(
    pairs,
    `SELECT x.text, x.place, x.item AS a, y.item AS b FROM ${standing} x JOIN ${standing} y ON x.text = y.text AND x.place = y.place - 1`,
  )
  return pairs
}

/** Who used which of these. */
async function usesOf(
  log: Numbers,
  ends: string,
  shorter: Lexicon | undefined,
  { choose }: Bound,
  on: Context,
): Promise<Uses> {
  const table = fresh('uses')
  const phrase = shorter === undefined ? ['a'] : ['a', 'b']
  const which = phrase.map((end) => `e.${end}`).join(', ')
  await on.engine.materialise(
    table,
    `SELECT q.person, ${which}${often(choose, 'sum(q.n)')} FROM ${ends} e JOIN ${log.asked} q ON e.text = q.text GROUP BY q.person, ${which}`,
  )
  if (shorter === undefined)
    return {
      table,
      phrase,
      coded: { join: `JOIN ${log.vocabulary} v ON u.a = v.number`, code: cast('v.code', 'code64') },
    }
  // A code for two codes, under keys of this length.
  const [k1, k0] = [on.random.uint32(), on.random.uint32()].map((key) => cast(String(key), 'code64')) as [
    string,
    string,
  ]
  const pair = universalHash([k1, k0], [cast('x.code', 'code64'), cast('0', 'code64')], cast('y.code', 'code64'))
  return {
    table,
    phrase,
    coded: {
      join: `JOIN ${shorter.table} x ON u.a = x.number JOIN ${shorter.table} y ON u.b = y.number`,
      code: cast(pair, 'code64'),
    },
  }
}

/** A table (a, b, weight): what all persons together give to each phrase, every one of whom has a length of 1 to give. */
async function sums(uses: Uses, bound: Bound, persons: string, weights: string, on: Context): Promise<string> {
  const table = fresh('sums')
  const given = await givenBy(uses, bound, persons, on)
  const b = uses.phrase.includes('b') ? 'g.b' : `${cast('0', 'code32')} AS b`
  await on.engine.materialise(
    table,
    `SELECT g.a, ${b}, ${sumOfWeights('w.weight')} AS weight FROM (${given.sql}) g JOIN ${weights} w ON g.t = w.t GROUP BY ${uses.phrase.map((end) => `g.${end}`).join(', ')}`,
  )
  await on.engine.drop(...given.tables)
  return table
}

interface Released {
  readonly lexicon: Lexicon
  readonly length: Length
}

/** What passes of what has support, and what the heaviest weighs. */
async function supported(
  summed: string,
  rho: number,
  { numbers }: Extraction,
  on: Context,
): Promise<{ readonly passed: Passed; readonly heaviest: number; readonly withSupport: number }> {
  const passed: Passed = { a: [], b: [], spurious: [] }
  const noise = { variance: onGrid(numbers.ofLength), least: leastAbove(rho) }
  for await (const { key } of passing({ table: summed, key: ['a', 'b'] }, noise, on)) {
    passed.a.push(String(key[0]))
    passed.b.push(String(key[1]))
    passed.spurious.push('0')
  }
  const [found] = await on.engine.all<{ heaviest: number; many: number }>(
    `SELECT ${cast('coalesce(max(weight), 0)', 'double')} AS heaviest, count(*) AS many FROM ${summed}`,
  )
  return { passed, heaviest: (found?.heaviest ?? 0) / GRID, withSupport: found?.many ?? 0 }
}

/** The least number of the grid that is more than a threshold. */
function leastAbove(rho: number): number {
  return Math.floor(rho * GRID) + 1
}

/** Words: those that somebody gave are all that there is, and delta hides those of single persons. */
async function releaseWords(log: Numbers, summed: string, asked: Extraction, on: Context): Promise<Released> {
  const { rho } = asked.numbers
  const { passed, heaviest, withSupport } = await supported(summed, rho, asked, on)
  const lexicon = await lexiconOfWords(passed, log.vocabulary, on)
  const candidates = await countOf(on.engine, log.vocabulary)
  return {
    lexicon,
    length: { words: 1, candidates, withSupport, rho, released: lexicon.size, spurious: 0, heaviest },
  }
}

/** Longer ones: every candidate gets noise, whether anybody gave it or not. */
async function releaseLonger(shorter: Lexicon, summed: string, asked: Extraction, on: Context): Promise<Released> {
  const candidates = await candidatesAfter(shorter, on)
  const rho = laterThreshold(asked.numbers.ofLength, asked.eta, shorter.size, Math.max(1, candidates.size))
  const { passed, heaviest, withSupport } = await supported(summed, rho, asked, on)
  const spurious = await withoutSupport(candidates, summed, withSupport, rho, asked, on)
  passed.a.push(...spurious.a)
  passed.b.push(...spurious.b)
  passed.spurious.push(...spurious.a.map(() => '1'))
  await on.engine.drop(candidates.places)
  const lexicon = await lexiconAfter(passed, shorter, on)
  return {
    lexicon,
    length: {
      words: lexicon.words,
      candidates: candidates.size,
      withSupport,
      rho,
      released: lexicon.size,
      spurious: spurious.a.length,
      heaviest,
    },
  }
}

/**
 * Candidates that nobody gave, and that noise alone carries above the threshold: exactly as many as if it had been drawn for each of them (random/gaussian-tail.ts), evenly any of exactly those. By how much
 * each passes is drawn as well; it is not shown, nor is what carried the others.
 */
async function withoutSupport(
  candidates: Candidates,
  summed: string,
  withSupport: number,
  rho: number,
  { numbers }: Extraction,
  on: Context,
): Promise<{ readonly a: string[]; readonly b: string[] }> {
  const rest = candidates.size - withSupport
  const noises = gaussianTail(on.random, onGrid(numbers.ofLength), rest, leastAbove(rho))
  return unsupported(candidates, summed, noises.length, on)
}
