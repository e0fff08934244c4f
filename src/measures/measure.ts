import type { Params, ValuesOf } from '../base/params.js'
import type { Workspace } from '../base/workspace.js'
import type { Engine } from '../engines/engine.js'
import type { Log } from '../log/log.js'
import type { Random } from '../random/random.js'
import type { Rows } from '../release/data.js'
import type { Seen } from '../release/seen.js'

/** What is measured: a log and what was released of it. */
export interface Subject {
  readonly original: Log
  /** All rows of the input, those too that could not be read; without it those of the log. */
  readonly rows?: number
  /** What came later, if the release was made of the original alone: tasks are tested on it. Without it they hold out a part of the original. */
  readonly heldOut?: Log
  readonly released: Seen
  /** (person, pseudonym), or (person, released columns) where there are no pseudonyms. */
  readonly truth?: Rows
}

export interface MeasureContext {
  readonly engine: Engine
  readonly workspace: Workspace
  readonly threads: number
  readonly signal: AbortSignal | undefined
  readonly say: (step: string) => void
  /** For measures that sample or start at random: repeatable, so that figures can be compared. */
  readonly random: Random
}

export type Measured = Readonly<Record<string, unknown>>

/** A measure of the privacy or the use that is left. Its name is its folder and its key in results. */
export interface Measure<S extends Params = Params> {
  readonly name: string
  readonly summary: string
  readonly paper: { readonly key: string; readonly title: string }
  readonly side: 'privacy' | 'utility'
  /** Is it a task, trained on a release and tested on what came later? `compare` then gives it a release that has not seen that. */
  readonly trains?: true
  /** Does it take two or three seconds at most? Others are taken where they are asked for by name, and in `measure`, which takes all. */
  readonly quick?: true
  readonly params: S
  /** Why it cannot be taken here, or undefined if it can. */
  fits(subject: Subject): string | undefined
  run(subject: Subject, params: ValuesOf<S>, on: MeasureContext): Promise<Measured>
  /** The result in words; without it figures are listed. */
  text?(measured: Measured): readonly string[]
}

/** Keeps the types of a measure while it is written; erases them where measures stand in a list. */
export function defineMeasure<S extends Params>(measure: Measure<S>): Measure {
  return measure as unknown as Measure
}
