/** Takes sorted pairs one after the other. */
export function greedyByHand(left: number, pairs: readonly { readonly l: number; readonly r: number }[]): number[] {
  const mu: number[] = Array.from({ length: left }, () => -1)
  const taken = new Set<number>()
  for (const { l, r } of pairs)
    if (mu[l] === -1 && !taken.has(r)) {
      mu[l] = r
      taken.add(r)
    }
  return mu
}
