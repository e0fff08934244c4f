// (k,2)-anonymity by deleting terms, plain greedy [Burghardt] §4 with term frequency as the target.
// Only to compare a generated log with the figures known for real ones.

/** Occurrences of each term in each history. */
export type Histories = readonly ReadonlyMap<number, number>[]

/** Counts by whole-number key, in typed arrays: a Map of ten million pairs takes a gigabyte. */
function counter(capacity: number) {
  const keys = new Float64Array(capacity).fill(-1)
  const counts = new Int32Array(capacity)
  const slot = (key: number) => {
    let at = (Math.imul(key % 2 ** 31, 0x9e3779b1) ^ Math.floor(key / 2 ** 20)) & (capacity - 1)
    while (keys[at] !== -1 && keys[at] !== key) at = (at + 1) & (capacity - 1)
    return at
  }
  return {
    add(key: number, by: number) {
      const at = slot(key)
      keys[at] = key
      counts[at]! += by
    },
    get: (key: number) => counts[slot(key)] as number,
  }
}

/** Share of all term occurrences that is left. */
export function keptByPairs(histories: Histories, k: number): number {
  const frequency = new Map<number, number>()
  const persons = new Map<number, number>()
  let all = 0
  for (const history of histories)
    for (const [term, count] of history) {
      frequency.set(term, (frequency.get(term) ?? 0) + count)
      persons.set(term, (persons.get(term) ?? 0) + 1)
      all += count
    }
  // Rare first, so that the term to delete of a pair is the first.
  const rank = new Map([...frequency].sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([term], i) => [term, i]))
  const key = (a: number, b: number) => a * 2 ** 20 + b
  const left = histories.map((history) =>
    [...history]
      .filter(([term]) => (persons.get(term) as number) >= k)
      .map(([term, count]) => ({ rank: rank.get(term) as number, count }))
      .sort((a, b) => a.rank - b.rank),
  )
  const pairs = left.reduce((sum, terms) => sum + (terms.length * terms.length) / 2, 0)
  const support = counter(2 ** Math.ceil(Math.log2(pairs * 1.5 + 16)))
  for (const terms of left)
    for (let i = 0; i < terms.length; i++)
      for (let j = i + 1; j < terms.length; j++) support.add(key(terms[i]!.rank, terms[j]!.rank), 1)
  for (let deleted = 1; deleted > 0; ) {
    deleted = 0
    for (const terms of left) {
      for (let i = 0; i < terms.length; i++) {
        const { rank: a } = terms[i]!
        if (!terms.some((other, j) => j > i && support.get(key(a, other.rank)) < k)) continue
        for (const { rank: b } of terms) if (b !== a) support.add(key(Math.min(a, b), Math.max(a, b)), -1)
        terms.splice(i--, 1)
        deleted++
      }
    }
  }
  return left.reduce((sum, terms) => sum + terms.reduce((s, { count }) => s + count, 0), 0) / all
}
