import type { Guarantee } from '../../release/guarantee.js'
import type { Secret } from './secret.js'

/** A secret that came out where it must not: what kind, where, and in what form. Never its value. */
export interface Leak {
  readonly secret: string
  readonly where: string
  readonly form: string
}

export interface CanariesResult {
  readonly attack: 'canaries'
  /** How many forms of the secrets were looked for. */
  readonly guesses: number
  /** Secrets that were planted, and those that came out where the guarantee forbids it. */
  readonly scored: { readonly planted: number; readonly found: number }
  readonly leaks: readonly Leak[]
  /** By kind of secret: planted; found in the data, as the guarantee allows; leaked. */
  readonly kinds: readonly {
    readonly kind: string
    readonly planted: number
    readonly allowed: number
    readonly leaked: number
  }[]
  /** Was found what ought to stay? Null where the guarantee does not say that anything stays. */
  readonly controls: true | null
  /** Rows of the log in the planted copy, of all. */
  readonly copy: { readonly rows: number; readonly of: number }
  readonly guarantee: Guarantee
}

/** A secret that was found somewhere, allowed there or not. */
export interface Finding extends Leak {
  readonly of: Secret
  /** In a data file, where the claim decides what may stand. */
  readonly inData: boolean
}
