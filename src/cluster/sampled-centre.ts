import type { Random } from '../random/random.js'
import { distances, nearestTo } from './blocks.js'
import { type Around, farthest, medoid } from './mdav.js'
import type { Pool } from './pool.js'

/** Users whose distances stand for those of all. */
const SAMPLE = 200

/**
 * MDAV without all distances: the centroid is the user with the least sum of distances to a sample of those left, drawn anew when
 * three quarters of it are gone; other distances are computed when they are asked for.
 */
export function aroundSample(pool: Pool, size: number, random: Random): Around {
  let sampled: { readonly user: number; readonly row: Float32Array }[] = []
  const sums = new Float64Array(size)
  const gone = new Uint8Array(size)
  const from = async (user: number, left: Uint32Array): Promise<Float32Array> => {
    const row = new Float32Array(size)
    const found = await distances(pool, user, left)
    for (const [i, other] of left.entries()) row[other] = other === user ? -1 : found[i]!
    return row
  }
  async function draw(left: Uint32Array): Promise<void> {
    sampled = []
    sums.fill(0)
    const all = left.slice()
    for (let i = 0; i < Math.min(SAMPLE, left.length); i++) {
      const j = i + random.below(all.length - i)
      ;[all[i], all[j]] = [all[j]!, all[i]!]
      const user = all[i]!
      const row = await from(user, left)
      row[user] = 0
      sampled.push({ user, row })
      for (const other of left) sums[other]! += row[other]!
    }
  }
  return {
    size,
    from,
    nearest: (user, left, k) => nearestTo(pool, user, left, k),
    async far(left) {
      if (sampled.length < Math.min(SAMPLE, left.length) / 4) await draw(left)
      return farthest(left, await from(medoid(left, sums), left))
    },
    without(users) {
      for (const user of users) gone[user] = 1
      for (const { user, row } of sampled) {
        if (gone[user] === 1) for (let other = 0; other < size; other++) sums[other]! -= row[other]!
      }
      sampled = sampled.filter(({ user }) => gone[user] === 0)
    },
  }
}
