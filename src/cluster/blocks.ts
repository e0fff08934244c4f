import type { Random } from '../random/random.js'
import { type Nearest, nearest } from './mdav.js'
import type { Pool } from './pool.js'
import type { Task } from './task.js'

/** Users among whom pivots are looked for. */
const CANDIDATES = 256

/**
 * Cuts users into blocks of like ones: two users far from each other are taken, and the others stand in order of which of the two
 * they are nearer to; the middle of that order is the cut; and so on with both halves until blocks are small enough.
 */
export async function blocksOf(pool: Pool, users: Uint32Array, most: number, random: Random): Promise<Uint32Array[]> {
  if (users.length <= most) return [users]
  const [p, q] = await pivots(pool, users, random)
  const [toP, toQ] = await Promise.all([distances(pool, p, users), distances(pool, q, users)])
  const order = Uint32Array.from(users.keys())
  order.sort((a, b) => {
    const [left, right] = [toP[a]! - toQ[a]!, toP[b]! - toQ[b]!]
    return left - right || a - b
  })
  const middle = users.length >>> 1
  const halves = [order.subarray(0, middle), order.subarray(middle)].map((half) => half.map((i) => users[i]!).sort())
  const blocks: Uint32Array[] = []
  for (const half of halves) blocks.push(...(await blocksOf(pool, half, most, random)))
  return blocks
}

/** From a user at random the farthest, and the farthest from that one, among some users. */
async function pivots(pool: Pool, users: Uint32Array, random: Random): Promise<[number, number]> {
  const some = Uint32Array.from(
    { length: Math.min(CANDIDATES, users.length) },
    () => users[random.below(users.length)]!,
  )
  const far = async (from: number) => {
    const found = (await pool.run({ work: 'row', user: from, others: some })) as Float32Array
    let best = 0
    for (let i = 1; i < found.length; i++) if (found[i]! > found[best]!) best = i
    return some[best]!
  }
  const first = await far(some[0]!)
  return [first, await far(first)]
}

/** The distances from a user to others, in parts that threads share. */
export async function distances(pool: Pool, user: number, others: Uint32Array): Promise<Float32Array> {
  const all = new Float32Array(others.length)
  let at = 0
  for (const found of await inParts<Float32Array>(pool, others, (part) => ({ work: 'row', user, others: part }))) {
    all.set(found, at)
    at += found.length
  }
  return all
}

/** The k of others who are nearest to a user, in parts that threads share. */
export async function nearestTo(pool: Pool, user: number, others: Uint32Array, k: number): Promise<Uint32Array> {
  const parts = await inParts<Nearest>(pool, others, (part) => ({ work: 'nearest', user, others: part, k }))
  const users = Uint32Array.from(parts.flatMap((part) => [...part.users]))
  const found = parts.flatMap((part) => [...part.distances])
  return nearest(users, k, (_, __, i) => found[i]!).users.sort()
}

function inParts<T>(pool: Pool, others: Uint32Array, task: (part: Uint32Array) => Task): Promise<T[]> {
  const part = Math.ceil(others.length / pool.width)
  return Promise.all(
    Array.from({ length: pool.width }, (_, i) => pool.run(task(others.slice(i * part, (i + 1) * part))) as Promise<T>),
  )
}
