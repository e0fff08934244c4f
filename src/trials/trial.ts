import type { Params } from '../base/params.js'
import type { Engine } from '../engines/engine.js'
import type { Log } from '../log/log.js'
import type { Random } from '../random/random.js'
import type { ColumnOptions } from '../release/columns.js'
import type { Guarantee } from '../release/guarantee.js'

/** One call of the program on a log that a trial made: what it printed and what it left behind. */
export interface Made {
  /** What was different about this call, for the result. */
  readonly label: string
  readonly status: number
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly dir: string
  readonly privateDir: string
  /** Its temporary folder, and every file name that was seen there while it ran. */
  readonly temp: string
  readonly tempNames: readonly string[]
}

/** A file that a trial made, in one JSON object a line, and which of its keys are further columns to keep. */
export interface MadeLog {
  readonly path: string
  readonly extras: Readonly<Record<string, string>>
}

/** What a trial works with. It never sees a method: releases are made by a function that it is given. */
export interface TrialContext {
  readonly engine: Engine
  readonly random: Random
  /** A private folder that goes away after. */
  readonly dir: string
  readonly log: Log
  /** The promise under test, and what the release shows. */
  readonly guarantee: Guarantee
  readonly shows: ColumnOptions
  /** No step of the plan asks for more persons than this. */
  readonly mostPersons: number
  readonly release: (log: MadeLog) => Promise<readonly Made[]>
  readonly say: (step: string) => void
}

/** A test of a method that has to make releases itself. Its name is its folder and its word on the command line. */
export interface Trial<C = never, R = unknown> {
  readonly name: string
  readonly summary: string
  readonly params: Params
  run(on: C): Promise<R>
}
