import { availableParallelism } from 'node:os'
import { askAll } from '../../src/attacks/relink-sessions/answers.js'
import { documentsFrom } from '../../src/attacks/relink-sessions/documents.js'
import { componentsOf, selectivityOf } from '../../src/attacks/relink-sessions/score.js'
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
    counted: Object.values(selectivityOf(answers, person, true)).map((share) => share ?? 0),
    components: componentsOf(answers, person, numbers.size).mean,
  }
}
