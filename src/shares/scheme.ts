/** How queries are shared: see the README of the method. */
export const SHARE_SCHEMES = ['field', 'shamir', 'unanimous', 'oblivious'] as const
export type ShareScheme = (typeof SHARE_SCHEMES)[number]

/** What a reader must know to open queries, and a writer to share them. */
export interface Sharing {
  readonly scheme: ShareScheme
  /** Distinct shares that open a query. */
  readonly t: number
  /** Points of the scheme `shamir`; of no meaning to the others. */
  readonly n: number
}

/** p = 2^128 - 159, the largest prime of 128 bits. */
export const P = 2n ** 128n - 159n

export const MAX_T = 1000
export const MAX_N = 2 ** 31 - 1

/** The largest query that can be shared, in bytes: one less than the largest size class. */
export const MAX_QUERY = (1 << 19) - 1

/** Number by which the kernel knows a scheme: `oblivious` shares as `field` does. */
export function schemeNumber(scheme: ShareScheme): number {
  return { field: 0, oblivious: 0, shamir: 1, unanimous: 2 }[scheme]
}
