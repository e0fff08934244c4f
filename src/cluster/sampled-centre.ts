import type { Random } from '../random/random.js'
import { distances, nearestTo } from './blocks.js'
import type { Around } from './mdav.js'
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
    for (const [i, other] of left.entries()) row[other] = other === user ? -1 : (found[i] as number)
    return row
  }
  async function draw(left: Uint32Array): Promise<void> {
    sampled = []
    sums.fill(0)
    const all = left.slice()
    for (let i = 0; i < Math.min(SAMPLE, left.length); i++) {
      const j = i + random.below(all.length - i)
      ;[all[i], all[j]] = [all[j] as number, all[i] as number]
      const user = all[i] as number
      const row = await from(user, left)
      row[user] = 0
      sampled.push({ user, row })
      for (const other of left) sums[other]! += row[other] as number
    }
  }
  return {
    size,
    from,
    nearest: (user, left, k) => nearestTo(pool, user, left, k),
    async centre(left) {
      if (sampled.length < Math.min(SAMPLE, left.length) / 4) await draw(left)
      let best = left[0] as number
      for (const user of left) if ((sums[user] as number) < (sums[best] as number)) best = user
      return best
    },
    without(users) {
      for (const user of users) gone[user] = 1
      for (const { user, row } of sampled) {
        if (gone[user] === 1) for (let other = 0; other < size; other++) sums[other]! -= row[other] as number
      }
      sampled = sampled.filter(({ user }) => gone[user] === 0)
    },
  }
}
