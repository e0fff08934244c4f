import { VERSION } from '../base/package-root.js'
import type { ForeignParams } from '../base/params.js'
import type { Records } from '../log/log.js'
import type { Understood } from '../log/understood.js'
import type { ColumnInfo, ColumnOptions } from './columns.js'
import type { Guarantee } from './guarantee.js'
import type { Counts, KeptCounts } from './kept.js'

export const MANIFEST_FORMAT = 'lethe-release/1'

/** The longest windows and horizons: more than twenty years of days. */
export const MOST_PERIODS = 8192

/** A release of a series: how long its windows are, and which period it tells of. */
export interface SeriesMember {
  readonly every: 'day' | 'week'
  /** In periods. */
  readonly window: number | 'ever'
  readonly horizon?: number
  readonly stateless?: true
  /** The day on which the period begins. */
  readonly period: string
  /** Periods since the first. */
  readonly place: number
}

/** One step of what was done. */
export interface Step {
  readonly method: string
  /** Of those that are the custodian's alone it is only said that one was given. */
  readonly params: ForeignParams
}

/**
 * What goes with the data and may be known to all: what was done, what is promised, what the columns are. Of the log it tells which columns
 * there were, and nothing else: no count, no digest, no seed, no key.
 */
export interface Manifest {
  readonly format: typeof MANIFEST_FORMAT
  readonly software: { readonly name: 'lethe'; readonly version: string }
  readonly steps: readonly Step[]
  readonly profile?: string
  /** The settings were chosen by looking at this very log, which no guarantee accounts for. */
  readonly tuned?: true
  /** Of a series: which of its releases this is. */
  readonly series?: SeriesMember
  /** Of about this share of the persons of the log alone. */
  readonly sample?: number
  readonly guarantee: Guarantee
  readonly shows: ColumnOptions
  readonly columns: readonly ColumnInfo[]
  /** The data file, then those of further tables. */
  readonly files: readonly string[]
  /** Where a cluster wrote it: each table is a folder of its name, and these are the files in it, in the order of their rows. */
  readonly parts?: Readonly<Record<string, readonly string[]>>
  /** Tables beside the rows, each in a file of its own. */
  readonly tables?: readonly { readonly file: string; readonly columns: readonly ColumnInfo[] }[]
  /** What else a reader of the data must know: key ids, epochs, the version of a knowledge base. */
  readonly more?: Readonly<Record<string, unknown>>
  /** Made with repeatable chance: good for comparing, not for publishing. The guarantee is `none`, and here stands what it would have been. */
  readonly experiment?: { readonly guarantee: Guarantee }
}

export function makeManifest(parts: Omit<Manifest, 'format' | 'software'>): Manifest {
  return { format: MANIFEST_FORMAT, software: { name: 'lethe', version: VERSION }, ...parts }
}

/** What stays with the custodian. */
export interface PrivateRecord {
  readonly made: string
  readonly software: string
  readonly input: {
    readonly format: string
    /** How it was read, in words that name the same reading again. */
    readonly reading?: Readonly<Record<string, unknown>>
    /** What was taken for what, and how that was decided. */
    readonly understood?: Understood
    /** `rows`: the digest is one of these columns of the rows, in any order, since a cluster shows no bytes. */
    readonly files: readonly {
      readonly path: string
      readonly sha256: string
      readonly bytes: number
      readonly rows?: readonly string[]
    }[]
  }
  readonly counts: {
    /** Version 0.1.0 did not count lines and documents. */
    readonly of: Counts & { readonly bad: number; readonly notQueries: number; readonly records?: Records }
    readonly kept: KeptCounts
  }
  readonly seconds: number
  /** SHA-256 of each public file: which release this is the record of. Version 0.1.0 wrote none. */
  readonly digests?: Readonly<Record<string, string>>
  readonly seed?: number
  readonly keyId?: string
  /** Which key has drawn the sample, where it was kept. */
  readonly sampleKeyId?: string
  /** Parameters of which the manifest says only that they were given; of an address only whose it is. */
  readonly given?: readonly { readonly method: string; readonly name: string; readonly value: string }[]
  /** The earlier release that was taken into account. */
  readonly since?: string
  /** Under which name the ledger has this release. */
  readonly population?: string
  /** Who answers for the release, and why it is made. */
  readonly signedOff?: { readonly by: string; readonly reason: string }
  readonly warnings: readonly string[]
  /** What the steps had to say about the log. */
  readonly notes: readonly string[]
  readonly facts: Readonly<Record<string, unknown>>
}
