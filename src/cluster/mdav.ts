import { type Matrix, pairValue } from './matrix.js'

/** Users in groups; every user is in exactly one. */
export type Partition = readonly Uint32Array[]

/** What MDAV needs to know of users: how far they are from one, and which of those left is in their middle. */
export interface Around {
  readonly size: number
  /** Distances from a user to all users, by their numbers; those that are gone may hold anything. */
  from(user: number, left: Uint32Array): Promise<Float32Array> | Float32Array
  /** The centroid of the users that are left. */
  centre(left: Uint32Array): Promise<number> | number
  /** These users are gone. */
  without(users: Uint32Array): void
}

/**
 * MDAV, maximum distance to average vector: while 3k users are left, the farthest from the centroid takes its k - 1 nearest, and so
 * does the farthest from that one. Groups have from k to 2k - 1 users; nobody is left over if there are k users at all.
 */
export async function mdav(around: Around, k: number): Promise<Partition> {
  let left: Uint32Array = Uint32Array.from({ length: around.size }, (_, i) => i)
  const groups: Uint32Array[] = []
  const take = (distances: Float32Array) => {
    const group = nearest(left, distances, k)
    const taken = new Set(group)
    left = left.filter((user) => !taken.has(user))
    around.without(group)
    groups.push(group)
  }
  while (left.length >= 3 * k) {
    const far = farthest(left, await around.from(await around.centre(left), left))
    const fromFar = await around.from(far, left)
    take(fromFar)
    take(await around.from(farthest(left, fromFar), left))
  }
  if (left.length >= 2 * k) {
    const far = farthest(left, await around.from(await around.centre(left), left))
    take(await around.from(far, left))
  }
  if (left.length > 0) groups.push(left)
  return groups
}

/** The first of those that are farthest. */
function farthest(left: Uint32Array, distances: Float32Array): number {
  let best = left[0] as number
  for (const user of left) if ((distances[user] as number) > (distances[best] as number)) best = user
  return best
}

/** The k nearest, of equal ones the first. The one from whom the distances are is at 0 and so among them. */
function nearest(left: Uint32Array, distances: Float32Array, k: number): Uint32Array {
  const found: number[] = [] // in order of distance
  for (const user of left) {
    const distance = distances[user] as number
    if (found.length === k && distance >= (distances[found[k - 1] as number] as number)) continue
    let at = found.length === k ? k - 1 : found.length
    while (at > 0 && distance < (distances[found[at - 1] as number] as number)) at--
    found.splice(at, 0, user)
    if (found.length > k) found.pop()
  }
  return Uint32Array.from(found).sort()
}

/** All distances at hand: the centroid is the medoid, the user with the least sum of distances to all others that are left. */
export function aroundMatrix(matrix: Matrix): Around {
  const { size } = matrix
  const sums = new Float64Array(size)
  for (let i = 0, at = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++, at++) {
      sums[i]! += matrix.values[at] as number
      sums[j]! += matrix.values[at] as number
    }
  }
  const gone = new Uint8Array(size)
  const row = new Float32Array(size)
  return {
    size,
    from(user, left) {
      for (const other of left) row[other] = other === user ? -1 : pairValue(matrix, user, other)
      return row.slice()
    },
    centre(left) {
      let best = left[0] as number
      for (const user of left) if ((sums[user] as number) < (sums[best] as number)) best = user
      return best
    },
    without(users) {
      for (const user of users) gone[user] = 1
      for (let other = 0; other < size; other++) {
        if (gone[other] === 1) continue
        for (const user of users) sums[other]! -= pairValue(matrix, user, other)
      }
    },
  }
}
