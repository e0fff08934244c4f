import type { Chance } from '../../random/quick.js'

/**
 * p, one per neighbour: the chance to accept what that neighbour offers, [Erola13] §4.3.5. A node holds its own neighbours'
 * in one small array, the simulator everybody's in one large array: `edge` is the place of a neighbour in either.
 */
export type Trust = Float32Array

export function freshTrust(edges: number): Trust {
  return new Float32Array(edges).fill(1)
}

/** Υ: whether a query of this neighbour is taken. */
export function accepts(trust: Trust, edge: number, chance: Chance): boolean {
  const p = trust[edge]!
  return p >= 1 || chance.unit() < p
}

/** A query was taken from this neighbour, or this neighbour refused or dropped one of ours: p falls by ζ. */
export function lower(trust: Trust, edge: number, zeta: number): void {
  const p = trust[edge]! - zeta
  trust[edge] = p > 0 ? p : 0
}

/** This neighbour brought an answer in time: p rises by 2ζ. */
export function raise(trust: Trust, edge: number, zeta: number): void {
  const p = trust[edge]! + 2 * zeta
  trust[edge] = p < 1 ? p : 1
}
