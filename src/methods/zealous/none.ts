import type { NoGuarantee } from '../../release/guarantee.js'
import type { Settings } from './settings.js'

/** What explicit numbers are worth that amount to no differential privacy. */
export function noGuarantee({ tau, tauPrime, rate }: Settings, unit: string): NoGuarantee {
  const without = rate === 0
  return {
    kind: 'none',
    unit,
    sentence: without
      ? `Items that more than ${Math.max(tau - 1, tauPrime)} persons gave, with their exact counts: no promise against an attacker who can add users.`
      : `Noise and thresholds that do not amount to differential privacy: a person's own items come out too often.`,
    assumptions: [],
    notProtected: [
      without
        ? 'Someone who can add users to the log can test whether one more person asked something.'
        : 'That a person asked what nobody else did.',
    ],
  }
}
