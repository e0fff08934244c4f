/** How often a person asked a query, and how often the release says so: one pair per distinct query that is in either. */
export interface Paired {
  /** c_x, 0 where the person never asked it. */
  readonly asked: number
  /** c_y, 0 where it is not exposed. */
  readonly exposed: number
}

/**
 * Profile exposure level of one person, in per cent [Erola13] §4.5: 100 * I(X,Y) / H(X), X the person's queries, Y those
 * exposed. As defined it is no true mutual information and can pass 100; it is not clamped.
 *
 * The double sum over x and y is one sum over the queries in both: where y is not in X, p(x|y) = p(x) and the logarithm is 0;
 * and for the x other than y, p(x|y) / p(x) is the same number.
 */
export function exposureLevel(queries: Iterable<Paired>): number {
  const shared: Paired[] = []
  let M = 0 // all of X, counting repetitions
  let R = 0 // all of Y; [Erola13] writes N in one place
  let distinct = 0
  let sum = 0 // of c_x log2 c_x
  for (const pair of queries) {
    const { asked, exposed } = pair
    M += asked
    R += exposed
    if (asked > 0) {
      distinct++
      sum += asked * Math.log2(asked)
    }
    if (asked > 0 && exposed > 0) shared.push(pair)
  }
  if (shared.length === 0) return 0
  if (distinct === 1) return 100 // H(X) = 0: the one query is known or it is not
  const H = Math.log2(M) - sum / M
  let I = 0
  for (const { asked, exposed } of shared) I += (exposed / R) * informationOf(asked / M, asked / exposed)
  return (100 * I) / H
}

/** What one exposed query says about X, in bits: `p` its probability in X, `seen` = c_x / c_y. */
function informationOf(p: number, seen: number): number {
  if (seen >= 1) return -Math.log2(p)
  const own = seen + (1 - seen) * p
  return own * Math.log2(own / p) + (1 - seen) * (1 - p) * Math.log2(1 - seen)
}
