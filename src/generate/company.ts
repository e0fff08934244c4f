import { ln, longTail, offsetTail } from './arithmetic.js'
import { AFTER, SERVICES } from './phrasing.js'
import { hashText, mix, Stream } from './stream.js'
import { draw } from './weighted.js'
import type { World } from './world.js'

/** Whether a query has a word of its own company. Worlds without company draw nothing for it. */
export function takesCompany(share: number, chance: Stream): boolean {
  return share > 0 && chance.chance(share)
}

const scratch = new Stream(0)
const LN_OWN = ln(24)

/**
 * A word that goes with a place, a star or a brand and hardly with another, the most usual first: teams, papers, colleges, streets and
 * dishes of a town, films of a star, wares of a shop. Which they are, and on which side they stand, is this world's chance.
 */
export function withOwnWord(world: World, text: string, of: string, chance: Stream): string {
  scratch.open(mix(world.key ^ 0xc0317a, hashText(of)), longTail(chance, LN_OWN))
  const behind = scratch.chance(0.75)
  const own = ownWord(world)
  return behind ? `${text} ${own}` : `${own} ${text}`
}

function ownWord({ lexicon, names }: World): string {
  const u = scratch.unit()
  if (u < 0.3) return scratch.pick(SERVICES)
  if (u < 0.4) return scratch.pick(AFTER)
  if (u < 0.75) return lexicon.common[150 + offsetTail(scratch, 300, lexicon.common.length - 150)]!
  if (u < 0.9) return draw(names.last, scratch)
  return scratch.pick(lexicon.rare)
}
