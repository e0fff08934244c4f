import { accountFor } from '../../src/methods/synthetic/account.js'
import { params, type Values } from '../../src/methods/synthetic/params.js'

const PRIVATE = { epsilon: Math.log(10), delta: 1e-6 }

/** What stands side by side on the page, the method itself first. */
export const SETTINGS: Readonly<Record<string, object>> = {
  synthetic: { method: 'synthetic', ...PRIVATE },
  'gaussian-threshold': { method: 'gaussian-threshold', ...PRIVATE, perUser: 20 },
  zealous: { method: 'zealous', ...PRIVATE, perUser: 20 },
  'rare-queries, k = 30': { method: 'rare-queries', k: 30, hostK: 30, link: 'user', time: 'exact' },
  'rare-queries, k = 5': { method: 'rare-queries', k: 5, hostK: 5, link: 'user', time: 'exact' },
}

const SHARES = ['queries', 'bigrams', 'hosts', 'next', 'shape'] as const
export type Share = (typeof SHARES)[number]

/** `synthetic` with so many times the budget for one marginal, and for all others what they have: what its noise costs. */
export function withMore(share: Share, times: number): object {
  const usual = Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, 'default' in param ? param.default : undefined]),
  )
  const values = { ...usual, ...PRIVATE } as unknown as Values
  const rhoAt = (epsilon: number) => accountFor({ ...values, epsilon }, { time: true, url: true }).rho
  const sum = SHARES.reduce((all, name) => all + values[name], 0)
  const wider = 1 + ((times - 1) * values[share]) / sum
  let [low, high] = [PRIVATE.epsilon, 100]
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2
    if (rhoAt(middle) < wider * rhoAt(PRIVATE.epsilon)) low = middle
    else high = middle
  }
  const shares = SHARES.map((name) => [name, ((name === share ? times : 1) * values[name]) / sum / wider])
  return { method: 'synthetic', ...PRIVATE, epsilon: high, ...Object.fromEntries(shares) }
}
