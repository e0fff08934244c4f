import type { Params, ValuesOf } from '../base/params.js'
import type { Engine, OutFormat } from '../engines/engine.js'
import type { Log } from '../log/log.js'
import type { Random } from '../random/random.js'
import type { ColumnOptions } from '../release/columns.js'
import type { Rows } from '../release/data.js'
import type { Guarantee } from '../release/guarantee.js'
import type { Step } from '../release/manifest.js'

/** What is tried: a plan, by what it says before anything is read. */
export interface Tried {
  /** The promise under test, and what the release shows. */
  readonly guarantee: Guarantee
  readonly shows: ColumnOptions
  readonly steps: readonly Step[]
  /** Numbers that follow from the parameters of the last step. */
  readonly derived: Readonly<Record<string, unknown>>
  /** What the last step costs by a tighter account than its epsilon, where it has one. */
  readonly spends: { readonly rho: number; readonly delta: number } | undefined
}

/** What a release would show. */
export interface Shown {
  /** Its tables, as they would stand in files; rows or items first. */
  readonly tables: readonly Rows[]
  /** A table (query): what anyone can read of rows that are sealed. */
  readonly readable: string | undefined
  /** Was chance drawn for it, names of pseudonyms apart? */
  readonly chance: boolean
}

/** A file that a trial made, and how it is to be read. */
export interface MadeFile {
  readonly path: string
  readonly format: 'tsv' | 'csv' | 'ndjson'
  readonly columns: Readonly<Record<string, string>>
}

/** What the program did when it was called as a user would call it. */
export interface Called {
  readonly status: number
  readonly stdout: Buffer
  readonly stderr: Buffer
  /** Names of all files that were seen in its temporary folder. */
  readonly tempNames: readonly string[]
}

/** What a trial works with. It never sees a method: releases are made by functions that it is given, and nothing of them is published. */
export interface TrialContext extends Tried {
  readonly engine: Engine
  readonly random: Random
  /** Is chance repeatable? Then nothing may depend on the speed of the machine. */
  readonly seeded: boolean
  /** A private folder that goes away after. */
  readonly dir: string
  readonly log: Log
  readonly signal: AbortSignal | undefined
  readonly say: (step: string) => void
  /** Runs the steps on a log of the engine; gives the table of items, where they make one. Fresh chance every time. */
  readonly make: (log: Log) => Promise<Rows | undefined>
  /** Runs the steps on a log of the engine; gives all that the release would show. Fresh chance every time. */
  readonly show: (log: Log) => Promise<Shown>
  /** Makes a release of a file in a folder, in one JSON object a line. */
  readonly release: (file: MadeFile, out: string) => Promise<void>
  /** Calls the program in a process of its own, with a temporary folder of its own. */
  readonly call: (words: readonly string[], temp: string) => Promise<Called>
  /** For such calls: what stands for the plan under test, and for how the log is read; and the format that was asked for. */
  readonly words: { readonly plan: readonly string[]; readonly reading: readonly string[] }
  readonly format: OutFormat | undefined
}

/** A test of a plan that has to make releases itself. Its name is its folder and its word on the command line. */
export interface Trial<S extends Params = Params, R extends object = object> {
  readonly name: string
  readonly summary: string
  readonly params: S
  /** Does it want the log as it stands in its files: texts as they were typed, nothing folded? It then sees to it that what it releases has all that methods need. */
  readonly asItStands?: true
  /** Does it give a figure for any plan, so that a comparison can be asked for it? */
  readonly compared?: true
  /** Refuses what it cannot try, before anything is read. */
  checks?(tried: Tried): void
  run(params: ValuesOf<S>, on: TrialContext): Promise<R>
  /** Was nothing seen that the promise forbids? */
  holds(result: R): boolean
  /** The result in words; without it figures are listed. */
  text?(result: R): readonly string[]
}
