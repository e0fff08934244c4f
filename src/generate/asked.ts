import type { Identifier } from './identifying.js'

export type QueryKind =
  | 'navigational'
  | 'topical'
  | 'refinding'
  | 'reformulated'
  | 'misspelt'
  | 'local'
  | 'person'
  | 'vanity'
  | 'event'
  | 'identifying'
  | 'robot'
  | 'template'
  | 'free'

/** A query with its truth. */
export interface Asked {
  readonly text: string
  readonly kind: QueryKind
  /** The site that is meant, if one is. */
  readonly host: string
  /** Path of the topic, or what else it is about. */
  readonly interest: string
  /** Whom it identifies: the searcher's user number, somebody else's name, or nobody. */
  readonly identifies: number | string | undefined
  readonly by: Identifier | undefined
}
