import { type NoGuarantee, promise } from '../../release/guarantee.js'
import type { Settings } from './settings.js'

/** What explicit numbers are worth that amount to no differential privacy. */
export function noGuarantee({ tau, tauPrime, rate }: Settings, unit: string): NoGuarantee {
  return promise(
    { kind: 'none' },
    {
      unit,
      notProtected: [
        rate === 0
          ? `Persons, against someone who can add users to the log: items that more than ${Math.max(tau - 1, tauPrime)} persons gave stand there with their exact counts, so that one more person can be tested for.`
          : `That a person asked what nobody else did: noise and thresholds do not amount to differential privacy, and a person's own items come out too often.`,
      ],
    },
  )
}
