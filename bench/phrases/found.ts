import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cast, each, firstOf, once, runs } from '../../src/engines/dialect/index.js'
import { type Session, withSession } from '../../src/engines/session.js'
import { fresh } from '../../src/engines/sql.js'
import { writeLog } from '../../src/generate/index.js'
import { readLog } from '../../src/ingest/index.js'
import { TEXT_WORDS } from '../../src/log/phrases-sql.js'
import { termsSql } from '../../src/log/terms-sql.js'
import { analyticSigma } from '../../src/privacy/gaussian.js'
import { phrasesFor } from '../../src/privacy/phrases.js'
import { release } from '../../src/run/release/index.js'

export const PROMISE = { epsilon: Math.log(10), delta: 1e-6 }
export const PER_USER = 100

/** What came out of one length: phrases by `phrases`, and by `set-union` of that length alone at the same noise. */
export interface Found {
  readonly words: number
  /** Of those that `phrases` let out, those that somebody used, and those that nobody did. */
  readonly supported: number
  readonly spurious: number
  readonly union: number
  /** Counted exactly; of words, all that somebody used. */
  readonly candidates: number
  readonly given: number
}

export interface Finding {
  readonly prompts: number
  readonly users: number
  /** What `set-union` has for a length. */
  readonly epsilon: number
  readonly lengths: readonly Found[]
}

const READ = { format: 'parquet', columns: { user: 'user', query: 'query' } } as const
const SEED = 21

/** Makes a part of the finding, or takes what was made of it before. */
type Part = <T>(name: string, make: () => Promise<T>) => Promise<T>

/** Phrases of up to so many words in prompts of made-up people, length by length, by both methods. */
export async function findPhrases(
  users: number,
  words: number,
  dir: string,
  part: Part = (_, make) => make(),
): Promise<Finding> {
  const log = join(dir, 'prompts.ndjson')
  const asked = { users, seed: SEED, profile: 'chat' } as const
  const { rows } = await writeLog(asked, { out: log, format: 'ndjson' })
  const found = await part('phrases', async () => {
    const out = join(dir, 'phrases')
    const params = { ...PROMISE, n: words, perUser: PER_USER, countsShare: 0 }
    await release([log], { plan: { steps: [{ method: 'phrases', params }], shows: {} }, out, seed: SEED })
    return recordOf(out).lengths
  })
  const epsilon = epsilonFor(words)
  const lengths: Found[] = []
  for (const { words, candidates, withSupport: given, released, spurious } of found) {
    const union = await part(`union of ${words}`, () => unionOf(log, words, epsilon, dir))
    lengths.push({ words, supported: released - spurious, spurious, union, candidates, given })
  }
  return { prompts: rows, users, epsilon, lengths }
}

/** The epsilon at which `set-union` has the noise of one of so many lengths. */
function epsilonFor(words: number): number {
  const { ofLength } = phrasesFor({ ...PROMISE, n: words, most: PER_USER, mostCounted: 1, share: 0 })
  let [low, high] = [0.01, PROMISE.epsilon]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (analyticSigma(middle, PROMISE.delta / 2, 1) > ofLength) low = middle
    else high = middle
  }
  return high
}

/** The phrases of so many words of each person, as queries, each once. */
async function writePhrases(path: string, words: number, to: string, session: Session): Promise<void> {
  const { engine } = session
  const { log } = await readLog([path], {}, session)
  const terms = fresh('terms')
  await engine.materialise(
    terms,
    `SELECT person, ${firstOf(termsSql('query'), TEXT_WORDS)} AS terms FROM ${log.table} WHERE query IS NOT NULL`,
  )
  const phrases = once(runs('terms', words))
  await engine.write(
    `SELECT DISTINCT ${cast('person', 'text')} AS "user", phrase AS query FROM (SELECT person, ${each(phrases)} AS phrase FROM ${terms})`,
    to,
    'parquet',
  )
}

/** How many phrases of so many words `set-union` lets out. */
async function unionOf(log: string, words: number, epsilon: number, dir: string): Promise<number> {
  const [items, out] = [join(dir, `phrases-of-${words}.parquet`), join(dir, `union-of-${words}`)]
  await withSession({}, (session) => writePhrases(log, words, items, session))
  const params = { ...PROMISE, epsilon, perUser: PER_USER, items: 'queries' }
  await release([items], { plan: { steps: [{ method: 'set-union', params }], shows: {} }, out, seed: SEED }, READ)
  rmSync(items)
  return recordOf(out).phases.published
}

interface Told {
  readonly lengths: readonly {
    readonly words: number
    readonly candidates: number
    readonly withSupport: number
    readonly released: number
    readonly spurious: number
  }[]
  readonly phases: { readonly published: number }
}

function recordOf(out: string): Told {
  return (JSON.parse(readFileSync(join(`${out}.private`, 'record.json'), 'utf8')) as { readonly facts: Told }).facts
}
