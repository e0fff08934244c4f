import type { Engine } from '../../engines/engine.js'
import type { Log } from '../../log/log.js'
import type { Random } from '../../random/random.js'
import type { DifferentialPrivacy } from './claim.js'
import { bench, type Make } from './mechanism.js'
import { planter } from './plant.js'

/** How many persons an item needs, as tried out on the mechanism itself. */
export interface Levels {
  /** Items of so many persons come out about every other time. */
  readonly even: number
  /** Items of so many persons come out nearly always. */
  readonly sure: number
  /** Do items come with counts? */
  readonly counted: boolean
}

const TRIES = 4

/**
 * Tries crowds of growing size, all persons of a crowd with the same items. Gives undefined if even the largest crowd that
 * fits into `rows` does not come out.
 */
export async function pilot(
  on: { readonly engine: Engine; readonly make: Make; readonly log: Log; readonly random: Random },
  claim: DifferentialPrivacy,
  items: number,
  rows: number,
): Promise<Levels | undefined> {
  let counted = false
  const shares = async (sizes: readonly number[]): Promise<number[]> => {
    const make = planter(on.random, claim.items)
    const crowds = sizes.map(() => Array.from({ length: items }, make.item))
    const tried = bench(on, make.itemsIn)
    await tried.load([sizes.flatMap((size, i) => Array.from({ length: size }, () => make.person(crowds[i]!)).flat())])
    const shown = sizes.map(() => 0)
    for (let i = 0; i < TRIES; i++) {
      const published = await tried.run([0])
      for (const [c, crowd] of crowds.entries()) shown[c]! += crowd.filter((item) => published.has(item)).length
    }
    counted = tried.counted()
    return shown.map((n) => n / (TRIES * items))
  }
  const ladder: number[] = []
  for (let size = 1, sum = 0; sum + size <= rows / items; size = Math.ceil(size * 1.5)) {
    ladder.push(size)
    sum += size
  }
  const found = await shares(ladder)
  const at = found.findIndex((share) => share > 0.98)
  if (at === -1) return undefined
  const top = ladder[at]!
  const below = ladder[at - 2] ?? ladder[0] ?? 1
  const fine = [...new Set(Array.from({ length: 8 }, (_, i) => Math.round(below * (top / below) ** (i / 7))))]
  const closer = await shares(fine)
  const even = closer.reduce((best, share, i) => (Math.abs(share - 0.5) < Math.abs(closer[best]! - 0.5) ? i : best), 0)
  return {
    even: fine[even]!,
    sure: Math.ceil((fine.find((_, i) => closer[i]! > 0.95) ?? top) * 1.05) + 1,
    counted,
  }
}
