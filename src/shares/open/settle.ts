import type { Sharing } from '../scheme.js'
import type { Opener } from './opener.js'
import { decodeAround, type Share } from './robust.js'
import { sums } from './unanimous.js'

/** A text that claims a tag, both in hexadecimal; an empty one where there is none. */
export interface Claim {
  readonly tag: string
  readonly text: string
}

/** What came of one tag. */
export interface Settled {
  readonly tag: string
  readonly query: string | undefined
  readonly wrong: readonly Share[]
  readonly wrongTexts: number
}

/** One tag with care: from shares, of which some may be wrong, to the secret; from the secret to the one text that it opens. */
export function settle(
  open: Opener,
  query: number,
  { scheme, t }: Pick<Sharing, 'scheme' | 't'>,
  claims: readonly Claim[],
  draw: (below: number) => number,
): Settled {
  const { secret, agreeing, count } = open.outcome(query)
  const shares = () => open.sharesOf(query).filter(({ x, y }) => x !== 0n || y !== 0n) // these had not 16 bytes, and are counted as such
  const closed = (): Settled => ({
    tag: claims[0]?.tag as string,
    query: undefined,
    wrong: shares(),
    wrongTexts: claims.filter(({ text }) => text !== '').length,
  })
  const read = (candidate: bigint, wrong: readonly Share[]): Settled | undefined => {
    for (const { tag, text } of claims) {
      const clear = open.openText(candidate, Buffer.from(tag, 'hex'), Buffer.from(text, 'hex'))
      if (clear !== undefined) return { tag, query: clear, wrong, wrongTexts: claims.length - 1 }
    }
    return undefined
  }
  if (scheme === 'unanimous') {
    const all = shares()
    for (const sum of sums(all, t)) {
      const settled = read(
        sum.secret,
        all.filter((share) => !sum.used.includes(share)),
      )
      if (settled) return settled
    }
    return closed()
  }
  if (agreeing === count) return read(secret, []) ?? closed()
  const around = decodeAround(shares(), t, draw)
  return (around && read(around.secret, around.wrong)) ?? closed()
}
