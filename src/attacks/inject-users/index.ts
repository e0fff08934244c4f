import { fail } from '../../base/errors.js'
import type { Log } from '../../log/log.js'
import { usualCost } from '../../release/attackers.js'
import { judged } from '../../release/experiment.js'
import type { Guarantee } from '../../release/guarantee.js'
import { readable } from '../../shares/open/readable.js'
import { type AttackContext, defineAttack } from '../attack.js'
import { levelsOf } from '../risk.js'
import { noTexts, partsShown } from '../texts.js'
import { ladder } from './ladder.js'
import { pairs } from './pairs.js'
import { score } from './score.js'
import { type Guess, type Injected, type Tried, texts, type Way } from './targets.js'
import { inWords } from './words.js'

/**
 * Whoever can get users into a log can test a guess: add one user fewer than the threshold, let them all ask the guessed text, and
 * see whether it comes out. Here one release is made in which many guesses are tested at once, each with users of its own who
 * ask nothing else: texts that one person asked, and as many that nobody asked. `success` is how much more often the former
 * come out: 1 if coming out says for sure that somebody asked it, 0 if it says nothing.
 */
export default defineAttack({
  name: 'inject-users',
  summary: 'add users who ask a guessed text, and see whether it comes out: a threshold of k falls to k - 1 of them',
  paper: { key: 'Goetz12', title: 'Publishing Search Logs: A Comparative Study of Privacy Guarantees' },
  attacker: 'participant',
  params: {
    added: {
      type: 'text',
      is: 'LIST',
      help: 'numbers of users to add, with commas (default: around the threshold of the release)',
    },
    tries: {
      type: 'whole',
      min: 1,
      max: 10_000,
      default: 20,
      help: 'guesses to test for each number of users; three times as many for ten or fewer',
    },
  },
  needs: ['reference'],
  remakes: true,
  fits: (seen) => {
    const claim = seen.manifest && judged(seen.manifest)
    if (claim?.kind === 'dp' && (claim.items === 'pairs' || claim.items === 'clicks'))
      return `its items are ${claim.items}, and guesses are tested of words and queries`
    return noTexts(seen)
  },
  async run(seen, { added, tries }, on): Promise<Injected> {
    if (on.reference === undefined || on.remake === undefined)
      fail(
        'refused',
        'inject-users makes releases, and needs to know of what and how',
        'Give --reference LOG, the original.',
      )
    const claim = seen.manifest && judged(seen.manifest)
    const steps = ladder(added, claim)
    const wanted = triesAt(steps, affordable(tries, steps, added), added)
    const hidesPairs = claim?.kind === 'k-m' && claim.m > 1
    const ways = [
      texts(on.reference, hidesPairs || partsShown(seen) !== undefined, on),
      ...(hidesPairs ? [pairs(on.reference, on)] : []),
    ]
    const tried: Tried[][] = []
    for (const way of ways) {
      const came = await tryGuesses(way, steps, wanted, byTime(claim), {
        ...on,
        reference: on.reference,
        remake: on.remake,
      })
      if (came) tried.push(came)
    }
    if (tried.length === 0)
      fail(
        'refused',
        'the log has too few texts that one person asked alone',
        'Take a larger log, or fewer numbers in --added.',
      )
    const all = tried.flat()
    return { guesses: all.filter((guess) => guess.appeared).length, more: { tests: all.length }, tried }
  },
  score,
  risk: levelsOf('guesses about one person tested', ({ added, success }) => [Number(added), Number(success)]),
  text: inWords,
})

/** Does a promise count within stretches of time? Accounts must then be there when the person is. */
function byTime(claim: Guarantee | undefined): boolean {
  if (claim?.kind === 'threshold-reveal') return claim.epoch !== undefined
  return claim?.kind === 'k-m' && claim.per === 'window'
}

/** Tests guesses of one kind, in one release; undefined where there are too few. */
async function tryGuesses(
  way: Way,
  steps: readonly number[],
  wanted: readonly number[],
  days: boolean,
  on: AttackContext & Required<Pick<AttackContext, 'reference' | 'remake'>>,
): Promise<Tried[] | undefined> {
  const most = wanted.reduce((sum, n) => sum + n, 0)
  const { asked, unasked } = await way.guesses(most)
  const enough = Math.min(asked.length, unasked.length)
  const each = wanted.map((n) => Math.floor((n * enough) / most))
  if (each.includes(0)) return undefined
  const [left, none] = [[...asked], [...unasked]]
  const guesses = steps.flatMap((users, i) => [
    ...left.splice(0, each[i]).map((text) => ({ text, asked: true, users })),
    ...none.splice(0, each[i]).map((text) => ({ text, asked: false, users })),
  ])
  const made = await on.remake(await sybils(guesses, days, on.reference, on))
  const remade = await readable(on.engine, made.seen, (below) => on.random.below(below), on.signal)
  const out = await way.shown(
    guesses.map(({ text }) => text),
    remade,
  )
  return guesses.map((guess) => ({ ...guess, appeared: out.has(guess.text) }))
}

/** Guesses for each number of users: more where users are few, since advice goes by what few can do, and a few guesses tell little of one in twenty. */
function triesAt(steps: readonly number[], tries: number, asked: string | undefined): readonly number[] {
  return steps.map((users) => (asked === undefined && users <= usualCost('participant')! ? 3 * tries : tries))
}

/** Users that are added at most, unless numbers were asked for: a log of made-up users is not what is under attack. */
const MOST = 200_000

/** How many guesses can be tested for each number of users. A high threshold takes many users for each. */
function affordable(tries: number, steps: readonly number[], asked: string | undefined): number {
  const each = 2 * steps.reduce((sum, users) => sum + users, 0)
  if (asked !== undefined || each * tries <= MOST) return tries
  if (each > MOST)
    fail(
      'refused',
      `at this threshold a single guess takes ${each} added users, and at most ${MOST} are added`,
      'Name the numbers to try with --added.',
    )
  return Math.floor(MOST / each)
}

/** Users who each ask one guess: once, at the end of the log; where a promise counts by stretches of time, on each of its days. */
async function sybils(guesses: readonly Guess[], days: boolean, reference: Log, { engine, random }: AttackContext) {
  const at = await engine.all<{ time: string | null }>(
    days
      ? `SELECT max(time)::VARCHAR AS time FROM ${reference.table} WHERE time IS NOT NULL GROUP BY time::DATE ORDER BY 1`
      : `SELECT max(time)::VARCHAR AS time FROM ${reference.table}`,
  )
  const batch = random.uint32().toString(36)
  const times = at.length === 0 ? [{}] : at.map(({ time }) => (time === null ? {} : { time }))
  return guesses.flatMap(({ text, users }, guess) =>
    Array.from({ length: users }, (_, i) =>
      times.map((time) => ({ user: `added-${batch}-${guess}-${i}`, query: text, ...time })),
    ).flat(),
  )
}
