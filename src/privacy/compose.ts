/** What one release costs: (epsilon, delta), and where it is known a tighter account as delta-approximate rho-zCDP. */
export interface Spend {
  readonly epsilon: number
  readonly delta: number
  readonly concentrated?: { readonly rho: number; readonly delta: number }
}

/** What several releases about the same persons cost together. */
export interface Total {
  readonly epsilon: number
  readonly delta: number
  readonly by: 'basic' | 'advanced' | 'zcdp'
}

/** Epsilons and deltas add up [Dwork06]. */
export function basic(spends: readonly Spend[]): Total {
  return {
    epsilon: spends.reduce((sum, spend) => sum + spend.epsilon, 0),
    delta: spends.reduce((sum, spend) => sum + spend.delta, 0),
    by: 'basic',
  }
}

/** [Kairouz15] theorem 3.5: less epsilon for a little more delta. Infinite where delta does not suffice. */
export function advanced(spends: readonly Spend[], delta: number): Total {
  const slack = delta - basic(spends).delta
  const drift = spends.reduce((sum, { epsilon }) => sum + epsilon * Math.tanh(epsilon / 2), 0)
  const squares = spends.reduce((sum, { epsilon }) => sum + epsilon * epsilon, 0)
  const epsilon = slack > 0 ? drift + Math.sqrt(2 * Math.log(1 / slack) * squares) : Number.POSITIVE_INFINITY
  return { epsilon, delta, by: 'advanced' }
}

/** [Bun16]: rho adds up, (epsilon, delta) counts as epsilon^2/2, and rho gives epsilon = rho + 2 sqrt(rho ln(1/slack)). */
export function zcdp(spends: readonly Spend[], delta: number): Total {
  const each = spends.map((spend) => spend.concentrated ?? { rho: spend.epsilon ** 2 / 2, delta: spend.delta })
  const rho = each.reduce((sum, one) => sum + one.rho, 0)
  const slack = delta - each.reduce((sum, one) => sum + one.delta, 0)
  const epsilon = slack > 0 ? rho + 2 * Math.sqrt(rho * Math.log(1 / slack)) : Number.POSITIVE_INFINITY
  return { epsilon, delta, by: 'zcdp' }
}

/** The best of the three at a total delta: each of them holds, so the smallest does. Infinite where delta does not suffice. */
export function total(spends: readonly Spend[], delta: number): Total {
  const sum = basic(spends)
  // Adding up doubles must not refuse what fits to the last digit.
  const fits = sum.delta <= delta * (1 + 1e-12)
  return [
    { ...sum, ...(fits ? {} : { epsilon: Number.POSITIVE_INFINITY }) },
    advanced(spends, delta),
    zcdp(spends, delta),
  ].reduce((best, one) => (one.epsilon < best.epsilon ? one : best))
}
