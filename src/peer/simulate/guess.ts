import type { FriendsCollusion } from './result.js'

/** Counts for c friends of one user who put together what they saw, summed over users. */
export interface Sums {
  readonly c: number
  /** Her queries; what she handed on of her own and altogether; what the circle took for hers, and was. */
  asked: number
  handedOwn: number
  handed: number
  guessed: number
  right: number
}

export function newSums(c: number): Sums {
  return { c, asked: 0, handedOwn: 0, handed: 0, guessed: 0, right: 0 }
}

/** The rank of nobody: friends join those who collude in the order of their ranks, from 0. */
export const NOBODY = 256

/**
 * What c friends guess of a query that a user handed to the friend of rank `to`, where `knew` is the first who had seen it before she
 * had it: it is hers, if it came to one of them and none of them knew it.
 */
export function isTakenForHers(c: number, to: number, knew: number): boolean {
  return to < c && knew >= c
}

/** A user handed on a query: what c of her friends make of it, and whether they are right. */
export function handedOn(sums: Sums, to: number, knew: number, isOwn: boolean): void {
  sums.handed++
  if (isOwn) sums.handedOwn++
  if (!isTakenForHers(sums.c, to, knew)) return
  sums.guessed++
  if (isOwn) sums.right++
}

export function scored(sums: readonly Sums[]): FriendsCollusion[] {
  const share = (n: number, of: number) => (of === 0 ? 0 : n / of)
  return sums
    .filter(({ asked }) => asked > 0)
    .map(({ c, asked, handedOwn, handed, guessed, right }) => ({
      c,
      precision: share(right, guessed),
      recall: share(right, asked),
      byChance: share(handedOwn, handed),
    }))
}
