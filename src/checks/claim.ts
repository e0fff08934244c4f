import type { Engine } from '../engines/engine.js'
import type { Log } from '../log/log.js'
import type { Rows } from '../release/data.js'
import type { Guarantee } from '../release/guarantee.js'
import type { Release } from '../release/reader.js'
import type { Check } from './check.js'

/** What stands for a person in the rows: exactly (one pseudonym a person), at best (one a session), or not at all. */
export type Persons = 'exact' | 'at-most' | 'none'

/** Data that somebody claims something about. */
export interface Claimed {
  readonly engine: Engine
  readonly rows: Rows
  readonly persons: Persons
}

/** A release of ours, its tables read as text, and the original if it was given. */
export interface ClaimedRelease extends Claimed {
  readonly release: Release
  readonly side: Readonly<Record<string, Rows>>
  readonly original?: Log
}

/** The verifier of one kind of guarantee. */
export interface ClaimCheck<G extends Guarantee = Guarantee> {
  onRelease(on: ClaimedRelease, claim: G): Promise<Check[]>
  /** On data that Lethe did not make; without it such data cannot be checked. */
  onForeign?(on: Claimed, claim: G): Promise<Check[]>
}
