import type { DifferentiallyPrivate } from '../release/guarantee.js'
import type { Step } from '../release/manifest.js'
import { leastVariance, realDeviation } from './dp-gaussian.js'
import { firstBelow, gaussianNoise, laplaceNoise, type Noise, roundedNoise } from './dp-noise.js'
import { upperPoint } from './dp-normal.js'

/** Noise that is added to a published count. */
export interface CountNoise {
  readonly law: Noise
  /** The largest probability of one value, from above. */
  readonly peak: number
  /** Is the law known so closely that many counts together may be held against it? */
  readonly close: boolean
}

/** What a person gives to the counts. */
export interface Giving {
  /** Distinct items, or every time that something was asked. */
  readonly counts: 'persons' | 'occurrences'
  readonly most: number
  /** Any of them, those asked most often, the first ones; or nobody knows. */
  readonly choose: 'random' | 'frequent' | 'first' | 'unknown'
  /** Does one who gives t items count as sqrt(most/t) for each of them, and not as 1? */
  readonly weighted?: true
}

/** The numbers of a known mechanism, as they follow from the promise and the parameters that the manifest states. */
export interface Mechanism {
  readonly gives: Giving
  /** Undefined where no counts are published. */
  readonly noise?: CountNoise
  /** Published counts lie above this; undefined where none are published, or where they have noise of their own. */
  readonly threshold?: number
  /** An item is sure enough to come out when its count lies so many deviations of the gate above this: tau'. */
  readonly gate: { readonly at: number; readonly deviation: number }
  /** ln P(an item comes out) <= base + ln E e^(tilt B), B the number of persons who gave it. */
  readonly chance: { readonly base: number; readonly tilt: number }
  /** Phrases that were extracted length by length. */
  readonly extraction?: Extraction
  /** Clicks beside the items: first ones of each person, on every result of a public list. */
  readonly clicks?: { readonly most: number; readonly noise: CountNoise }
}

/** Phrases, each length among candidates that the one before left: weights have a length of 1 a person, for each length. */
export interface Extraction {
  readonly words: number
  /** Phrases of each length that a person may give. */
  readonly most: number
  /** Deviation of the noise of each length. */
  readonly deviation: number
  /** What words must pass: rho_1. */
  readonly rho: number
  readonly eta: number
}

/** A promise with the parameters of the step that keeps it. */
interface Stated {
  readonly claim: DifferentiallyPrivate
  readonly params: Step['params']
  /** Items that a person may give: m, d. */
  readonly m: number
}

/** The mechanism that a manifest names; undefined for one that is not known here, or whose numbers no mechanism has. */
export function mechanismOf(claim: DifferentiallyPrivate, step: Step | undefined): Mechanism | undefined {
  if (step === undefined || !Object.hasOwn(KNOWN, step.method)) return undefined
  const { params } = step
  const m = whole(params.m ?? params.d ?? params.perUser ?? (step.method === 'phrases' ? 100 : 20))
  // Nobody can be asked for more: larger numbers would only keep the reckoning busy.
  if (m === undefined || m > 1000 || claim.epsilon > 500 || claim.epsilon < 1e-9) return undefined
  return KNOWN[step.method as keyof typeof KNOWN]({ claim, params, m })
}

const KNOWN = {
  zealous,
  'gaussian-threshold': gaussianThreshold,
  korolova,
  'optimal-selection': optimalSelection,
  phrases,
  'set-union': setUnion,
} as const

function whole(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 1 ? (value as number) : undefined
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && value < 1e12 ? value : undefined
}

/** Persons of a histogram give distinct items. */
function persons({ params, m }: Stated): Giving {
  const { choose = 'random' } = params
  return { counts: 'persons', most: m, choose: choose === 'random' || choose === 'frequent' ? choose : 'unknown' }
}

/** A mechanism for one person more or less serves for one replaced at half of epsilon, and so much less of delta. */
export function perPerson({ epsilon, delta, neighbours }: DifferentiallyPrivate): { epsilon: number; delta: number } {
  return neighbours === 'replace'
    ? { epsilon: epsilon / 2, delta: delta / (1 + Math.exp(epsilon / 2)) }
    : { epsilon, delta }
}

/** The chance that each of n may have for that of any to be q. */
function each(q: number, n: number): number {
  return -Math.expm1(Math.log1p(-q) / n)
}

/** What must be passed is taken a hair smaller than it comes out, so that rounding never refutes. */
const HAIR = 1e-13

function upTo(x: number): number {
  return Math.ceil(x - HAIR * Math.max(1, Math.abs(x)))
}

/** Rates of noise are whole multiples of 2^-32, and never larger than asked for. */
function drawn(rate: number): number {
  return Math.max(1, Math.floor(rate * (1 - 2 ** -51) * 2 ** 32)) / 2 ** 32
}

function laplace(rate: number): CountNoise {
  const law = laplaceNoise(rate)
  return { law, peak: law.peak, close: true }
}

/** P(X >= tau' + 1 - B) <= p^(tau' + 1 - B)/(1 + p), whatever B is. */
function laplaceChance(rate: number, tauPrime: number): Mechanism['chance'] {
  return { base: -rate * (tauPrime + 1) - Math.log1p(Math.exp(-rate)), tilt: rate }
}

/** P(X >= g - B) <= E e^(t(X + B - g)) = e^(t^2 v/2 - t g) E e^(tB), at the t that is best for an item that hardly anybody has. */
function gaussianChance(variance: number, gap: number): Mechanism['chance'] {
  const tilt = gap / variance
  return { base: (tilt * tilt * variance) / 2 - tilt * gap, tilt }
}

/** [Goetz12]: noise of rate epsilon/m, or epsilon/2m for replacing and for the probabilistic kind; tau' from delta. */
function zealous(stated: Stated): Mechanism | undefined {
  const { claim, params, m } = stated
  const tau = claim.minUsers
  const probabilistic = claim.definition === 'probabilistic'
  const twice = probabilistic || claim.neighbours === 'replace' ? 2 : 1
  const given = positive(params.lambda)
  const rate = drawn(given === undefined ? claim.epsilon / (twice * m) : 1 / given)
  const noise = laplace(rate)
  // That an item is missing says no more than epsilon allows.
  const hidden = Math.max(0, upTo(-Math.log(-2 * Math.expm1(-rate)) / rate))
  const bound = whole(params.usersBound)
  if (probabilistic && bound === undefined) return undefined
  const slips = probabilistic
    ? Math.max(0, upTo(-Math.log((2 * claim.delta * tau) / (bound! * m)) / rate))
    : firstBelow(noise.law, each(claim.delta, m) * (1 + HAIR), 1) - 1
  // An explicit pair has to reach what is promised all the same, which is held against the steps elsewhere.
  const tauPrime = given === undefined ? tau + Math.max(hidden, slips) : Number(params.tauPrime)
  if (!Number.isSafeInteger(tauPrime)) return undefined
  return {
    gives: persons(stated),
    noise,
    threshold: tauPrime,
    gate: { at: tauPrime, deviation: Math.sqrt(noise.law.variance) },
    chance: laplaceChance(rate, tauPrime),
  }
}

/** Noise for half of delta, and tau' for the other half. */
function gaussianThreshold(stated: Stated): Mechanism | undefined {
  const { claim, params, m } = stated
  if (params.weights === 'unit') return weightedThreshold(stated)
  if (params.weights !== undefined && params.weights !== 'equal') return undefined
  const { epsilon, delta } = perPerson(claim)
  const least = leastVariance(epsilon, delta / 2, m)
  // Narrow noise for a single item may be drawn up to a fifth wider, since there delta does not fall evenly with the variance.
  const close = m > 1 || least > 4
  const variance = close ? least : 1.3 * least
  const narrow = gaussianNoise(least)
  const tauPrime = claim.minUsers - 1 + firstBelow(narrow, each(delta / 2, m) * (1 + HAIR), 1)
  return {
    gives: persons(stated),
    noise: { law: close ? narrow : gaussianNoise(variance), peak: narrow.peak, close },
    threshold: tauPrime,
    gate: { at: tauPrime, deviation: Math.sqrt(variance) },
    chance: gaussianChance(variance, tauPrime + 1),
  }
}

/** What noise in steps of 2^-28 costs beside noise without steps, of epsilon. */
const STEPS = 2 ** -22

/**
 * Deviation of Gaussian noise on numbers that one person moves by a length of 1, where what only that person has slips out with a chance of `leak` at most; from below, by
 * a hair.
 */
export function weightDeviation(epsilon: number, delta: number, leak: number): number {
  return Math.max(2 ** -5, realDeviation(epsilon - STEPS + Math.log1p(-leak), delta))
}

/** The least threshold that t items of weight 1/sqrt(t) pass with a chance of `leak` at most, for all t up to m. */
export function weightThreshold(sigma: number, leak: number, m: number): number {
  const sizes = Array.from({ length: m }, (_, i) => i + 1)
  return Math.max(...sizes.map((t) => 1 / Math.sqrt(t) + sigma * upperPoint(each(leak, t))))
}

/** [Gopi20] without a policy: one who gives t items moves each by sqrt(m/t), all by a length of sqrt(m). */
function weightedThreshold(stated: Stated): Mechanism | undefined {
  const { claim, m } = stated
  const { epsilon, delta } = perPerson(claim)
  if (claim.minUsers !== 1 || epsilon < 1e-3) return undefined
  const sigma = weightDeviation(epsilon, delta / 2, delta / 2)
  const passed = weightThreshold(sigma, delta / 2, m) * Math.sqrt(m) - 0.5
  // Weights are rounded down by 2^-28, which the hair covers.
  const tauPrime = Math.max(1, Math.ceil(passed - 1e-6))
  const law = roundedNoise(sigma * Math.sqrt(m))
  return {
    gives: { ...persons(stated), weighted: true },
    noise: { law, peak: law.peak, close: true },
    threshold: tauPrime,
    gate: { at: tauPrime, deviation: sigma * Math.sqrt(m) },
    chance: gaussianChance(sigma * sigma * m, tauPrime + 0.5),
  }
}

/**
 * [Korolova09]: the first d queries with repetition, noise of rate epsilon/d; K from d P(X >= K - d + 1) <= delta, and from what a
 * missing query may tell: 1 + 1/(2 e^((K-1) rate) - 1) <= e^rate.
 */
function korolova({ claim, params, m: d }: Stated): Mechanism | undefined {
  const twice = claim.neighbours === 'replace' ? 2 : 1
  const forCounts = params.epsilonCounts === undefined ? 0 : positive(params.epsilonCounts)
  const forClicks = params.epsilonClicks === undefined ? 0 : positive(params.epsilonClicks)
  const clicked = whole(params.perUserClicks ?? 20)
  if (forCounts === undefined || forClicks === undefined || clicked === undefined) return undefined
  const rest = claim.epsilon - forCounts - forClicks
  if (!(rest > 0)) return undefined
  const { delta } = perPerson(claim)
  const rate = drawn(rest / twice / d)
  const gate = laplaceNoise(rate)
  const hidden = upTo(1 + Math.log((1 + 1 / Math.expm1(rate)) / 2) / rate)
  const k = Math.max(d, hidden, d - 1 + firstBelow(gate, (delta / d) * (1 + HAIR), 1))
  return {
    gives: { counts: 'occurrences', most: d, choose: 'first' },
    noise: laplace(forCounts === 0 ? rate : drawn(forCounts / twice / d)),
    ...(forCounts === 0 ? { threshold: k } : {}),
    gate: { at: k, deviation: Math.sqrt(gate.variance) },
    chance: laplaceChance(rate, k),
    ...(forClicks === 0 ? {} : { clicks: { most: clicked, noise: laplace(drawn(forClicks / twice / clicked)) } }),
  }
}

/** [Desfontaines22]: pi(n) <= delta1 (e^(n epsilon1) - 1)/(e^epsilon1 - 1), for any n; n counts from tau. */
function optimalSelection(stated: Stated): Mechanism {
  const { claim, m } = stated
  const { epsilon, delta } = perPerson(claim)
  const epsilon1 = epsilon / m
  const base = Math.log(each(delta, m) / Math.expm1(epsilon1)) - epsilon1 * (claim.minUsers - 1)
  return { gives: persons(stated), gate: { at: 0, deviation: 0 }, chance: { base, tilt: epsilon1 } }
}

/** A person's whole weight, where it is given in units. */
const UNITS = 2 ** 12
/** What rounding may add to a person's weight. */
const SLACK = 1 + 2 ** -12
/** What steps of 2^-36 cost of epsilon, where one person can move every number. */
const FINE_STEPS = 2 ** -19
/** Two persons whose turns are the same, which nothing hides. */
const SAME_TURN = 2 ** -73

/** [Gopi20]: an item weighs at most as much as the persons who gave it; the threshold hides t items that are new with one person, for all t. */
function setUnion(stated: Stated): Mechanism | undefined {
  const { claim, params, m } = stated
  const { epsilon, delta } = perPerson(claim)
  if (delta < 2 ** -62 || (params.noise !== 'laplace' && epsilon < 1e-3)) return undefined
  const sizes = Array.from({ length: m }, (_, i) => i + 1)
  const shape = { gives: persons(stated), gate: { at: 0, deviation: 0 } }
  if (params.noise === 'laplace') {
    const rate = drawn(epsilon / UNITS)
    const law = laplaceNoise(rate)
    const passes = sizes.map(
      (t) => Math.ceil(UNITS / t) - 1 + firstBelow(law, each(delta - SAME_TURN, t) * (1 + HAIR), 1),
    )
    const { base } = laplaceChance(rate, Math.max(UNITS, ...passes))
    return { ...shape, chance: { base, tilt: rate * UNITS } }
  }
  const sigma = Math.max(2 ** -5, realDeviation(epsilon - FINE_STEPS, delta / 2 - SAME_TURN)) * SLACK
  const rho = Math.max(...sizes.map((t) => SLACK / Math.sqrt(t) + sigma * upperPoint(each(delta / 2, t))))
  return { ...shape, chance: gaussianChance(sigma * sigma, rho * (1 - HAIR)) }
}

/** Everything comes out that the extraction let out, whatever its count is. */
const ALWAYS = { at: -1e15, deviation: 0 }

/** [Kim21]: n lengths and the counts share one budget, sum 1/sigma_k^2 = 1/sigma^2. */
function phrases({ claim, params, m }: Stated): Mechanism | undefined {
  const { n = 3, eta = 0.01, countsShare: share = 0.2, choose = 'random' } = params
  const [words, counted] = [whole(n), whole(params.perUserCounts ?? 20)]
  const { epsilon, delta } = perPerson(claim)
  const fits =
    words !== undefined &&
    words <= 6 &&
    words === claim.words &&
    counted !== undefined &&
    counted <= 1000 &&
    epsilon >= 1e-3
  if (!fits || claim.items !== 'phrases' || claim.minUsers !== 1) return undefined
  if (typeof share !== 'number' || !(share >= 0 && share <= 0.9) || claim.counts !== share > 0) return undefined
  if (typeof eta !== 'number' || !(eta > 0 && eta <= 0.1)) return undefined
  const sigma = weightDeviation(epsilon, delta / 2, delta / 2)
  const deviation = sigma * Math.sqrt(words / (1 - share))
  const rho = weightThreshold(deviation, delta / 2, m)
  const law = share > 0 ? roundedNoise(sigma * Math.sqrt(counted / share)) : undefined
  return {
    gives: {
      counts: 'persons',
      most: counted,
      choose: choose === 'random' || choose === 'frequent' ? choose : 'unknown',
    },
    ...(law === undefined ? {} : { noise: { law, peak: law.peak, close: true } }),
    gate: ALWAYS,
    chance: weightChance(deviation, rho),
    extraction: { words, most: m, deviation, rho, eta },
  }
}

/** What is known of the chance of an item whose weights add up to B, where it must pass rho. */
export function weightChance(deviation: number, rho: number): Mechanism['chance'] {
  return gaussianChance(deviation * deviation, rho * (1 - HAIR))
}
