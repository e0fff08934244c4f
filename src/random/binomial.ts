import type { Random } from './random.js'
import { bitsOf } from './whole.js'

/** A probability that can be had as closely as wanted: a whole number of 2^-bits, off by less than two of them. */
export interface Probability {
  readonly of: (bits: number) => bigint
  /** About how large it is: only the time that things take depends on it. */
  readonly near: number
}

/** Bits of the first try. A draw that these do not decide is one of 2^150, and decided by more of them. */
const BITS = 192
/** Bits that rounding may spoil: a table has far fewer than 2^12 steps, and each of them may spoil two of the last places. */
const SPOILT = 24

/** Successes that are expected in one piece. */
const PIECE = 16

/**
 * How many of n independent events of this probability happen, exactly, for an n of any size: as a sum over pieces of the n, each by its distribution function. Its values are computed
 * as closely as it takes to tell on which side of them the chance that was drawn lies, so that no rounding ever decides.
 */
export function binomial(random: Random, n: number, p: Probability, bits = BITS): number {
  const piece = Math.max(1, Math.min(n, Math.floor(PIECE / p.near)))
  let happened = 0
  let left = n
  const whole = tableFor(piece, p, bits)
  for (; left >= piece; left -= piece) happened += draw(random, whole)
  if (left > 0) happened += draw(random, tableFor(left, p, bits))
  return happened
}

interface Table {
  readonly bits: number
  /** P(at most k), in 2^-bits, for k = 0, 1, ... until nothing is left that bits could tell. */
  readonly upTo: readonly bigint[]
  readonly finer: () => Table
}

function tableFor(n: number, p: Probability, bits: number): Table {
  // Enough places beyond the last that powers of n factors leave all of them right.
  const places = bits + 2 * n.toString(2).length + SPOILT
  const one = 1n << BigInt(places)
  const chance = p.of(places)
  const upTo: bigint[] = []
  let mass = power(one - chance, n, places)
  let sum = mass
  const cut = BigInt(places - bits)
  for (let k = 0; ; k++) {
    upTo.push(sum >> cut)
    if (k === n || (k > n * p.near && mass >> cut === 0n)) break
    mass = (mass * BigInt(n - k) * chance) / (BigInt(k + 1) * (one - chance))
    sum += mass
  }
  return { bits, upTo, finer: () => tableFor(n, p, 2 * bits) }
}

/** x^n with so many places, rounded down at each step. */
function power(x: bigint, n: number, places: number): bigint {
  const cut = BigInt(places)
  let [result, factor] = [1n << cut, x]
  for (let left = n; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * factor) >> cut
    factor = (factor * factor) >> cut
  }
  return result
}

function draw(random: Random, first: Table): number {
  let table = first
  let u = bitsOf(random, table.bits)
  for (;;) {
    const doubt = 1n << BigInt(SPOILT / 2)
    let k = 0
    while (k < table.upTo.length && u >= table.upTo[k]! + doubt) k++
    const last = k === table.upTo.length
    if (!last && u < table.upTo[k]! - doubt) return k
    // Beyond the table, or too near to one of its values to tell.
    const finer = table.finer()
    u = (u << BigInt(finer.bits - table.bits)) | bitsOf(random, finer.bits - table.bits)
    table = finer
  }
}
