import { fail } from '../../base/errors.js'
import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { usualCost } from '../../release/attackers.js'
import { judged } from '../../release/experiment.js'
import { readable } from '../../shares/open/readable.js'
import { type AttackContext, defineAttack } from '../attack.js'
import { levelsOf } from '../risk.js'
import { noTexts, showsKeywords, textColumn } from '../texts.js'
import { ladder } from './ladder.js'
import { score } from './score.js'
import { type Guess, guessesFrom, type Injected, madeUp } from './targets.js'
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
    const steps = ladder(added, seen.manifest && judged(seen.manifest))
    const keywords = showsKeywords(seen)
    const wanted = triesAt(steps, affordable(tries, steps, added), added)
    const most = wanted.reduce((sum, n) => sum + n, 0)
    const known = await guessesFrom(on.reference, keywords, most, on)
    const each = wanted.map((n) => Math.floor((n * known.length) / most))
    if (each.includes(0))
      fail(
        'refused',
        'the log has too few texts that one person asked alone',
        'Take a larger log, or fewer numbers in --added.',
      )
    const left = [...known]
    const guesses = steps.flatMap((users, i) => [
      ...left.splice(0, each[i]).map((text) => ({ text, asked: true, users })),
      ...madeUp(each[i]!, on.random).map((text) => ({ text, asked: false, users })),
    ])
    const made = await on.remake(await sybils(guesses, on.reference, on))
    const remade = await readable(on.engine, made.seen, (below) => on.random.below(below), on.signal)
    const out = await among(guesses, remade.rows.table, textColumn(remade) ?? 'query', on)
    const tried = guesses.map((guess) => ({ ...guess, appeared: out.has(guess.text) }))
    return { guesses: tried.filter((guess) => guess.appeared).length, more: { tests: tried.length }, tried }
  },
  score,
  risk: levelsOf('guesses about one person tested', ({ added, success }) => [Number(added), Number(success)]),
  text: inWords,
})

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

/** Users who each ask one guess, once. */
async function sybils(guesses: readonly Guess[], reference: Log, { engine, random }: AttackContext) {
  const [last] = await engine.all<{ time: string | null }>(`SELECT max(time)::VARCHAR AS time FROM ${reference.table}`)
  const batch = random.uint32().toString(36)
  const time = last?.time == null ? {} : { time: last.time }
  return guesses.flatMap(({ text, users }, guess) =>
    Array.from({ length: users }, (_, i) => ({ user: `added-${batch}-${guess}-${i}`, query: text, ...time })),
  )
}

/** The guessed texts that a release shows. */
async function among(guesses: readonly Guess[], table: string, column: string, { engine }: AttackContext) {
  const texts = fresh('guessed')
  await engine.append(texts, ['text'], [[guesses.map((guess) => guess.text)]])
  const found = await engine.all<{ text: string }>(
    `SELECT text FROM ${texts} SEMI JOIN (SELECT ${column} AS text FROM ${table}) r USING (text)`,
  )
  return new Set(found.map(({ text }) => text))
}
