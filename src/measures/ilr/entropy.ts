/** Shannon entropy in bits of a distribution given by its counts. */
export function entropy(counts: Iterable<number>): number {
  let total = 0
  let sum = 0
  let distinct = 0
  for (const count of counts) {
    if (count <= 0) continue
    distinct++
    total += count
    sum += count * Math.log2(count)
  }
  return distinct < 2 ? 0 : Math.max(0, Math.log2(total) - sum / total)
}

/**
 * Information loss ratio of one person, in per cent [Erola13] §5.3.2.2: 100 * |H_original - H_new| / H_original. Undefined,
 * so that the person is left out, where the original has no entropy and the release has.
 */
export function lossRatio(original: number, released: number): number | undefined {
  if (original === 0) return released === 0 ? 0 : undefined
  return (100 * Math.abs(original - released)) / original
}
