import { discreteTail, discreteVariance } from '../../src/privacy/gaussian.js'
import { smallest } from '../../src/privacy/laplace.js'
import { discreteGaussian, type Variance } from '../../src/random/discrete-gaussian.js'
import { seededRandom } from '../../src/random/seeded.js'

/** Releases with noise of their own every day, so that all of them together keep the promise of a series. */
export interface Independent {
  readonly sigma: number
  readonly threshold: number
  /** A count with noise if it passes, else 0. */
  readonly release: (count: number) => number
}

interface Asked {
  readonly epsilon: number
  readonly delta: number
  readonly m: number
  readonly tau: number
  readonly window: number
}

/** Each day by itself: m items of a day, W days of one person. */
export function dayByDay(asked: Asked): Independent {
  return independent(asked, asked.m * asked.window, 1)
}

/**
 * The whole window counted anew each day: rows of W days stand in 2W - 1 windows. In the one that holds all of them m items are gone, in the others as many may come in their place.
 */
export function anewEachDay(asked: Asked): Independent {
  return independent(asked, asked.m * (4 * asked.window - 3), 1)
}

function independent({ epsilon, delta, tau }: Asked, moves: number, repeat: number): Independent {
  const variance: Variance = discreteVariance(epsilon, delta / 2, moves)
  const s2 = Number(variance.numerator) / Number(variance.denominator)
  const threshold = smallest(tau, (t) => discreteTail(s2, t + 2 - tau - repeat) <= delta / 2 / moves)
  const draw = discreteGaussian(seededRandom(5), variance)
  return {
    sigma: Math.sqrt(s2),
    threshold,
    release: (count) => {
      const noisy = count + draw()
      return count >= tau && noisy > threshold ? noisy : 0
    },
  }
}
