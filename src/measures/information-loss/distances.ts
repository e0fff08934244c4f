import { topicsOf } from '../../cluster/aggregate/topics.js'
import type { Histories } from '../../cluster/histories.js'
import type { Matrix } from '../../cluster/matrix.js'
import { matrixOf } from '../../cluster/partition.js'
import { openPool } from '../../cluster/pool.js'
import { semanticData } from '../../cluster/semantic/data.js'
import { numbers } from '../../cluster/space.js'
import type { Classify } from '../../knowledge/classify.js'
import type { Knowledge } from '../../knowledge/knowledge.js'

/** Distances between persons by what they asked, or by what is shown of them; of whom nothing is shown is at 1 from all others. */
export function distances(
  histories: Histories,
  persons: Int32Array,
  knowledge: Knowledge,
  classify: Classify,
): Promise<Matrix> {
  const topics = topicsOf(histories.queries, knowledge, classify)
  const offsets = new Uint32Array(persons.length + 1)
  const query: number[] = []
  for (const [i, user] of persons.entries()) {
    if (user >= 0)
      for (let row = histories.offsets[user]!; row < histories.offsets[user + 1]!; row++) {
        topics.of(histories.query[row]!)
        query.push(histories.query[row]!)
      }
    offsets[i + 1] = query.length
  }
  const users = { size: persons.length, offsets, query: Uint32Array.from(query) }
  const pool = openPool({ kind: 'semantic', data: semanticData(topics.tree.build(), users, topics.of) }, 1)
  return matrixOf(pool, 'semantic', numbers(0, users.size))
}

/** Most of what is shown was asked: the same texts are looked at once. */
export function kept(classify: Classify): Classify {
  const known = new Map<string, ReturnType<Classify>>()
  return (query) => {
    let found = known.get(query)
    if (found === undefined) {
      found = classify(query)
      known.set(query, found)
    }
    return found
  }
}
