import type { Engine } from '../engines/engine.js'
import type { Log } from '../log/log.js'
import type { Rows } from '../release/data.js'
import type { Guarantee } from '../release/guarantee.js'
import type { PrivateRecord } from '../release/manifest.js'
import type { Release } from '../release/reader.js'
import type { Check } from './check.js'
import type { Persons } from './persons.js'

/** Data that somebody claims something about. */
export interface Claimed {
  readonly engine: Engine
  readonly rows: Rows
  readonly persons: Persons
}

/** A release of ours, its tables read as text, and whatever else was given. */
export interface ClaimedRelease extends Claimed {
  readonly release: Release
  readonly side: Readonly<Record<string, Rows>>
  /** The original, where released texts can be looked up in it: steps that alter texts have been applied to it again. */
  readonly original?: Log
  /** The original, where released texts are its own with words left out. */
  readonly thinned?: Log
  /** The original was given, and why texts cannot be looked up in it. */
  readonly incomparable?: string
  /** The key of tags that stand for withheld queries. */
  readonly tagKey?: Uint8Array
  /** What the run wrote down for the custodian: its private folder was found and belongs to these files. */
  readonly record?: PrivateRecord
  /** Tags, shares and texts as the key makes them of the original, where both were given. */
  readonly again?: Again
}

/** Shared queries, made once more: engine tables. */
export interface Again {
  /** (tag, x, y), as bytes. */
  readonly shares: string
  /** (tag, text, query), as bytes but for the query. */
  readonly texts: string
  /** (tag, time): the rows of the original. */
  readonly rows: string
}

/** The verifier of one kind of guarantee. */
export interface ClaimCheck<G extends Guarantee = Guarantee> {
  onRelease(on: ClaimedRelease, claim: G): Promise<Check[]>
  /** On data that Lethe did not make; without it such data cannot be checked. */
  onForeign?(on: Claimed, claim: G): Promise<Check[]>
}
