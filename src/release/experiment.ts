import { type Guarantee, type NoGuarantee, promise } from './guarantee.js'
import type { Manifest } from './manifest.js'

/** What a run with repeatable chance promises, which is nothing; what it would have promised is kept for comparisons and trials. */
export function asExperiment(guarantee: Guarantee): {
  readonly guarantee: NoGuarantee
  readonly experiment: { readonly guarantee: Guarantee }
} {
  return {
    guarantee: promise(
      { kind: 'none', experiment: true },
      {
        unit: guarantee.unit,
        notProtected: [
          'Anybody: whoever knows or guesses the seed can draw the same noise and the same pseudonyms, and undo them.',
        ],
      },
    ),
    experiment: { guarantee },
  }
}

export function isExperiment({ experiment }: Pick<Manifest, 'experiment'>): boolean {
  return experiment !== undefined
}

/** What comparisons, trials, attacks and measures go by: the promise, or what an experiment would have promised. */
export function judged({ guarantee, experiment }: Pick<Manifest, 'guarantee' | 'experiment'>): Guarantee {
  return experiment?.guarantee ?? guarantee
}
