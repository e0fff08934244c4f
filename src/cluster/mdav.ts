import { type Matrix, pairValue } from './matrix.js'

/** Users in groups; every user is in exactly one. */
export type Partition = readonly Uint32Array[]

/** The user in the middle, or what all come to on average. */
export type Centroid = 'medoid' | 'average'

/** What MDAV needs to know of users: how far they are from one, and which of those left is in their middle. */
export interface Around {
  readonly size: number
  /** Distances from a user to all users, by their numbers; those that are gone may hold anything. */
  from(user: number, left: Uint32Array): Promise<Float32Array> | Float32Array
  /** The user farthest from the centroid of those that are left. */
  far(left: Uint32Array): Promise<number> | number
  /** The k users nearest to one of those left, that one included, where this is cheaper than all distances. */
  nearest?(user: number, left: Uint32Array, k: number): Promise<Uint32Array>
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
  const take = (group: Uint32Array) => {
    const taken = new Set(group)
    left = left.filter((user) => !taken.has(user))
    around.without(group)
    groups.push(group)
  }
  const among = (distances: Float32Array) => nearest(left, k, (user) => distances[user]!).users.sort()
  const company = async (user: number) =>
    around.nearest ? around.nearest(user, left, k) : among(await around.from(user, left))
  while (left.length >= 3 * k) {
    const far = await around.far(left)
    const fromFar = await around.from(far, left)
    take(among(fromFar))
    take(await company(farthest(left, fromFar)))
  }
  if (left.length >= 2 * k) {
    const far = await around.far(left)
    take(await company(far))
  }
  if (left.length > 0) groups.push(left)
  return groups
}

/** The first of those that are farthest. */
export function farthest(left: Uint32Array, distances: ArrayLike<number>): number {
  let best = left[0]!
  for (const user of left) if (distances[user]! > distances[best]!) best = user
  return best
}

/** Users with their distances from one, in order of these. */
export interface Nearest {
  readonly users: Uint32Array
  readonly distances: Float32Array
}

/** The k nearest, of equal ones the first. What is no less than the limit may be any number that is no less. */
export function nearest(
  left: Uint32Array,
  k: number,
  distance: (user: number, limit: number, i: number) => number,
): Nearest {
  const users: number[] = []
  const distances: number[] = []
  for (let i = 0; i < left.length; i++) {
    const limit = users.length === k ? distances[k - 1]! : Number.POSITIVE_INFINITY
    const found = Math.fround(distance(left[i]!, limit, i))
    if (found >= limit) continue
    let at = users.length === k ? k - 1 : users.length
    while (at > 0 && found < distances[at - 1]!) at--
    users.splice(at, 0, left[i]!)
    distances.splice(at, 0, found)
    users.length = distances.length = Math.min(k, users.length)
  }
  return { users: Uint32Array.from(users), distances: Float32Array.from(distances) }
}

/** The user whose sum is the least. */
export function medoid(left: Uint32Array, sums: Float64Array): number {
  let best = left[0]!
  for (const user of left) if (sums[user]! < sums[best]!) best = user
  return best
}

/**
 * All distances at hand. The centroid is the medoid, the user with the least sum of distances to all others that are left; or their average,
 * who is no user: how far somebody is from it follows from the squares of distances, whose sum is the greatest for who is the farthest.
 */
export function aroundMatrix(matrix: Matrix, centroid: Centroid = 'medoid'): Around {
  const { size } = matrix
  const sums = new Float64Array(size)
  const counted = centroid === 'average' ? (d: number) => d * d : (d: number) => d
  for (let i = 0, at = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++, at++) {
      const value = counted(matrix.values[at]!)
      sums[i]! += value
      sums[j]! += value
    }
  }
  const gone = new Uint8Array(size)
  const row = new Float32Array(size)
  const from = (user: number, left: Uint32Array) => {
    for (const other of left) row[other] = other === user ? -1 : pairValue(matrix, user, other)
    return row.slice()
  }
  return {
    size,
    from,
    far: (left) => farthest(left, centroid === 'average' ? sums : from(medoid(left, sums), left)),
    without(users) {
      for (const user of users) gone[user] = 1
      for (let other = 0; other < size; other++) {
        if (gone[other] === 1) continue
        for (const user of users) sums[other]! -= counted(pairValue(matrix, user, other))
      }
    },
  }
}
