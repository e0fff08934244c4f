import { askHere } from '../../src/attacks/relink-sessions/answers.js'
import { documentsFrom } from '../../src/attacks/relink-sessions/documents.js'
import { componentsOf, selectivityOf } from '../../src/attacks/relink-sessions/score.js'
import { buildIndex } from '../../src/attacks/relink-sessions/text-index.js'

export interface Session {
  readonly person: number
  readonly terms: readonly string[]
}

/** Relinks sessions by the index of the attack, straight from their terms. */
export function relink(sessions: readonly Session[]) {
  const answers = askHere(buildIndex(documentsFrom(sessions.map(({ terms }) => terms)), 'tf-idf'))
  const numbers = new Map<number, number>()
  for (const { person } of sessions) if (!numbers.has(person)) numbers.set(person, numbers.size)
  const person = Int32Array.from(sessions, (session) => numbers.get(session.person)!)
  return {
    sessions: sessions.length,
    selectivity: Object.values(selectivityOf(answers, person)).map((share) => share ?? 0),
    components: componentsOf(answers, person, numbers.size).mean,
  }
}
