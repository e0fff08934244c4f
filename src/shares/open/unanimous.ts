import { P } from '../scheme.js'
import type { Share } from './robust.js'

const MOST_CHOICES = 256

/**
 * [Adar07] §5.2: the secret is the sum of the shares of all t buckets. Nothing is to spare, so where a bucket has more than one
 * value each choice is a candidate, and the tag tells which one is right.
 */
export function sums(shares: readonly Share[], t: number): { readonly secret: bigint; readonly used: Share[] }[] {
  const buckets = new Map<number, Share[]>()
  for (const share of shares) {
    if (share.x < 1n || share.x > BigInt(t) || share.y >= P) continue
    const bucket = Number(share.x)
    buckets.set(bucket, [...(buckets.get(bucket) ?? []), share])
  }
  if (buckets.size < t) return []
  let choices: { secret: bigint; used: Share[] }[] = [{ secret: 0n, used: [] }]
  for (const values of buckets.values()) {
    choices = choices.flatMap(({ secret, used }) =>
      values.map((share) => ({ secret: (secret + share.y) % P, used: [...used, share] })),
    )
    if (choices.length > MOST_CHOICES) return []
  }
  return choices
}
