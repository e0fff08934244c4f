import { type Matrix, pairValue } from './matrix.js'
import type { Partition } from './mdav.js'

/**
 * [Erola13] §5.4.3.1, algorithms 4 and 5: the most similar pair, then k - 2 times the user who has most in common with the group;
 * again while k users are left. Those left over go to the group with which they have most in common.
 * Deviates: the source prints "while |U'| <= k".
 */
export function greedyPairs(similarity: Matrix, k: number): Partition {
  const { size } = similarity
  const gone = new Uint8Array(size)
  const partner = new Int32Array(size).fill(-1)
  const most = new Float64Array(size)
  let left = size
  const look = (user: number) => {
    partner[user] = -1
    most[user] = -1
    for (let other = 0; other < size; other++) {
      if (other === user || gone[other] === 1) continue
      const common = pairValue(similarity, user, other)
      if (common > most[user]) {
        most[user] = common
        partner[user] = other
      }
    }
  }
  for (let user = 0; user < size; user++) look(user)
  const groups: number[][] = []
  while (left >= k) {
    let first = bestOf(most, gone)
    while (gone[partner[first]!] === 1) {
      look(first)
      first = bestOf(most, gone)
    }
    const group: number[] = []
    const common = new Float64Array(size)
    const add = (user: number) => {
      gone[user] = 1
      left--
      group.push(user)
      for (let other = 0; other < size; other++)
        if (gone[other] === 0) common[other]! += pairValue(similarity, user, other)
    }
    add(first)
    add(partner[first]!)
    while (group.length < k) add(bestOf(common, gone))
    groups.push(group)
  }
  for (let user = 0; user < size; user++) {
    if (gone[user] === 1) continue
    let [best, bestCommon] = [groups[0]!, -1]
    for (const group of groups) {
      let common = 0
      for (const member of group.slice(0, k)) common += pairValue(similarity, member, user)
      if (common > bestCommon) [best, bestCommon] = [group, common]
    }
    best.push(user)
  }
  return groups.map((group) => Uint32Array.from(group).sort())
}

/** The first of those with the highest value that are not gone. */
function bestOf(values: Float64Array, gone: Uint8Array): number {
  let best = -1
  for (let i = 0; i < values.length; i++) if (gone[i] === 0 && (best < 0 || values[i]! > values[best]!)) best = i
  return best
}
