import { availableParallelism } from 'node:os'
import { type Answers, askAll } from '../../src/attacks/relink-sessions/answers.js'
import { documentsFrom } from '../../src/attacks/relink-sessions/documents.js'
import { componentsOf, selectivityOf } from '../../src/attacks/relink-sessions/score.js'
import { TOP } from '../../src/attacks/relink-sessions/search.js'
import { buildIndex } from '../../src/attacks/relink-sessions/text-index.js'

export interface Session {
  readonly person: number
  readonly terms: readonly string[]
}

export interface Relinked {
  readonly sessions: number
  /** Over sessions with any number of responses, at most 1000, 100, 10; the asked session is no answer. */
  readonly selectivity: readonly number[]
  /** The same where the asked session is an answer too, and a right one. */
  readonly counted: readonly number[]
  /** Components a person. */
  readonly components: number
}

/** Relinks sessions by the index of the attack, straight from their terms. */
export async function relink(sessions: readonly Session[]): Promise<Relinked> {
  const index = buildIndex(documentsFrom(sessions.map(({ terms }) => terms)), 'tf-idf')
  const answers = await askAll(index, availableParallelism(), undefined)
  const numbers = new Map<number, number>()
  for (const { person } of sessions) if (!numbers.has(person)) numbers.set(person, numbers.size)
  const person = Int32Array.from(sessions, (session) => numbers.get(session.person)!)
  return {
    sessions: sessions.length,
    selectivity: Object.values(selectivityOf(answers, person)).map((share) => share ?? 0),
    counted: countedSelectivity(answers, person),
    components: componentsOf(answers, person, numbers.size).mean,
  }
}

const BOUNDS = [Number.POSITIVE_INFINITY, 1000, 100, 10]

/** The asked session stands first among the best 100, so that of 100 others the last has no place. Nobody else answers: all answers are right. */
export function countedSelectivity({ doc, size, responses }: Answers, person: Int32Array): number[] {
  const sums = BOUNDS.map(() => ({ total: 0, sessions: 0 }))
  for (let d = 0; d < person.length; d++) {
    const others = Math.min(size[d]!, TOP - 1)
    let right = 1
    for (let i = d * TOP; i < d * TOP + others; i++) if (person[doc[i]!] === person[d]) right++
    BOUNDS.forEach((bound, i) => {
      if (responses[d]! + 1 > bound) return
      sums[i]!.total += right / (others + 1)
      sums[i]!.sessions++
    })
  }
  return sums.map(({ total, sessions }) => (sessions === 0 ? 0 : total / sessions))
}
