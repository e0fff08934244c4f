import type { Engine } from '../engines/engine.js'
import type { Log } from '../log/log.js'
import type { Random } from '../random/random.js'
import type { Guarantee } from '../release/guarantee.js'
import type { Params, ValuesOf } from './params.js'

/** A source, by its key in docs/papers.md. */
export interface Citation {
  readonly key: string
  readonly title: string
}

/** What a method works with. */
export interface Context {
  readonly engine: Engine
  readonly random: Random
  /** The secret for tags, where one was given or drawn for this run. */
  readonly key: Uint8Array | undefined
  readonly signal?: AbortSignal | undefined
  /** Says what is going on, in words without content. */
  readonly say: (step: string) => void
  /** What the first step learnt about the log on the way, so that nobody counts it again. */
  readonly learnt: { queries?: number }
}

/** How what happens to one person depends on others: what a plan must know. */
export type Acts = 'per-row' | 'per-person' | 'global'

/**
 * A protecting method. Its name is its folder, its word on the command line and its key in the manifest.
 *
 * `run` turns a log into a log, so that methods chain; the release is written from the last one, with the hidden person gone.
 */
export interface Method<S extends Params = Params> {
  readonly name: string
  readonly summary: string
  readonly paper: Citation
  readonly params: S
  acts(params: ValuesOf<S>): Acts
  readonly needs: 'sql' | 'memory'
  /** What the input must have beside queries. */
  readonly requires: readonly ('person' | 'time' | 'url')[]
  /** Does the method look at the query as it stood in the input? */
  readsRaw(params: ValuesOf<S>): boolean
  /** Does the method write tags, and so need a key? */
  writesTags(params: ValuesOf<S>): boolean
  /** The promise about this step's output, given that nothing is promised about its input. Pure. */
  guarantee(params: ValuesOf<S>, unit: string): Guarantee
  /** Why a promise about the input does not hold of the output, or undefined if it does. */
  destroys(promise: Guarantee, params: ValuesOf<S>): string | undefined
  run(log: Log, params: ValuesOf<S>, on: Context): Promise<Log>
}

/** Keeps the types of a method while it is written; erases them where methods stand in a list. */
export function defineMethod<S extends Params>(method: Method<S>): Method {
  return method as unknown as Method
}
