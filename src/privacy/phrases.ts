import { normalQuantile } from './gaussian.js'
import { leakAt, sigmaFor, thresholdFor } from './weights.js'

/** What is asked of an extraction of phrases. */
export interface AskedPhrases {
  readonly epsilon: number
  readonly delta: number
  /** Words of the longest phrase. */
  readonly n: number
  /** Phrases of each length that a person may give: Delta_k. */
  readonly most: number
  /** Phrases of all lengths that a person may give to the counts, and the share of the budget that counts get: 0 for none. */
  readonly mostCounted: number
  readonly share: number
}

/** The numbers of an extraction of phrases [Kim21]; deviations are in units of a person's whole weight, but for that of counts. */
export interface PhrasesNumbers {
  /** Deviation of one mechanism that costs as much as all of them: sum 1/sigma_k^2 = 1/sigma^2. */
  readonly sigma: number
  /** The same for each length. */
  readonly ofLength: number
  /** Words need more than this: rho_1. */
  readonly rho: number
  /** Chance that a word that one person alone has comes out. */
  readonly leak: number
  /** Deviation of the noise of counts, in persons; undefined where there are none. */
  readonly ofCounts: number | undefined
}

/**
 * One budget for all: each length is a Gaussian mechanism, whose candidates follow from what was released before, and so are the counts. Together, each chosen after the one
 * before, they cost what one mechanism of deviation sigma does [Dong22]. Half of delta pays for that, half for words that only one person has.
 */
export function phrasesFor({ epsilon, delta, n, most, mostCounted, share }: AskedPhrases): PhrasesNumbers {
  const sigma = sigmaFor(epsilon, delta / 2, delta / 2)
  const ofLength = sigma * Math.sqrt(n / (1 - share))
  const rho = thresholdFor(ofLength, delta / 2, most)
  return {
    sigma,
    ofLength,
    rho,
    leak: leakAt(rho, ofLength, most),
    ofCounts: share > 0 ? sigma * Math.sqrt(mostCounted / share) : undefined,
  }
}

/**
 * rho_k of phrases of two words and more: of all candidates, nearly none of which anybody used, noise alone carries no more than a share eta of the phrases of the
 * length before. It protects nobody, so no delta is in it: every candidate gets noise.
 */
export function laterThreshold(ofLength: number, eta: number, shorter: number, candidates: number): number {
  return ofLength * normalQuantile(eta * Math.min(1, shorter / candidates))
}
