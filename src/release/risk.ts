/**
 * How far an attack came, as one share from 0 to 1 that can be compared, what it is a share of, and at which cost (terms known, accounts) where
 * several were tried, with its interval of 95% where guesses were counted. Null, with the reason, where it ran and had nothing to try itself on, which is not the same as reaching nothing.
 */
export type Risk = { readonly cost?: number; readonly interval?: readonly [number, number] } & (
  | { readonly share: number; readonly of: string }
  | { readonly share: null; readonly reason: string }
)
