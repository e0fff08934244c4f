import { fail } from '../../base/errors.js'
import type { Truth } from '../../release/seen.js'
import type { AttackContext } from '../attack.js'
import type { Found } from './found.js'

/**
 * By number of known terms: the share of persons pinned down to one history that is theirs (`unique`), and the further terms of theirs that are
 * learnt for certain, in the mean over all persons (`learned`): those that every candidate has, if the person is among them.
 */
export async function score(
  { persons, released }: Found,
  { tables }: Truth,
  { known }: { readonly known: number },
  { engine }: AttackContext,
): Promise<{ j: number; unique: number; learned: number }[]> {
  const { truth } = tables
  if (truth === undefined || !truth.columns.includes('pseudonym'))
    fail(
      'input',
      'the truth does not say who has which pseudonym',
      'Give the private folder of a release made with --truth.',
    )
  const owner = new Map<string, string>()
  for await (const [who = [], pseudonym = []] of engine.stream(`SELECT person, pseudonym FROM ${truth.table}`))
    pseudonym.forEach((name, i) => {
      owner.set(name as string, who[i] as string)
    })
  return Array.from({ length: known }, (_, i) => {
    let [all, unique, learned] = [0, 0, 0]
    for (const { person, terms, found } of persons) {
      const at = found[i]
      if (at === undefined) continue
      all++
      if (!at.sets.some((set) => owner.get(released.names[set]!) === person)) continue
      if (at.size === 1) unique++
      learned += at.further.filter((term) => terms.has(term)).length
    }
    return { j: i + 1, unique: all === 0 ? 0 : unique / all, learned: all === 0 ? 0 : learned / all }
  })
}
