import type { Spend } from '../privacy/compose.js'

export const LEDGER_FORMAT = 'lethe-ledger/1'

/** What a population may spend over its lifetime. */
export interface Budget {
  readonly epsilon: number
  readonly delta: number
}

/** A line in the book of a population. Nothing is ever taken out of it. */
export type Entry = {
  readonly format: typeof LEDGER_FORMAT
  readonly at: string
} & (
  | { readonly kind: 'budget'; readonly budget: Budget }
  /** A differentially private release: reserved before its noise was drawn, whatever became of it. */
  | {
      readonly kind: 'spend'
      readonly method: string
      readonly neighbours: 'add-remove' | 'replace'
      readonly spend: Spend
      readonly dir: string
      /** Of a series: which of its windows is paid for. A window is paid for once. */
      readonly part?: string
    }
  /** A release that no epsilon bounds. */
  | { readonly kind: 'unbounded'; readonly method: string; readonly dir: string }
)

export type Line = Entry extends infer E ? (E extends Entry ? Omit<E, 'format' | 'at'> : never) : never
