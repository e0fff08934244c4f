import type { Params, ValuesOf } from '../base/params.js'
import type { Need } from '../engines/engine.js'
import type { Log } from '../log/log.js'
import type { ColumnOptions } from '../release/columns.js'
import type { Context } from '../release/context.js'
import type { Guarantee } from '../release/guarantee.js'
import type { Made } from '../release/made.js'

export type { Context, Earlier } from '../release/context.js'

/** A source, by its key in docs/papers.md. */
export interface Citation {
  readonly key: string
  readonly title: string
}

/** What a log can have beside queries. */
export type Requirement = 'person' | 'time' | 'url'

/** How what happens to one person depends on others: what a plan must know. */
export type Acts = 'per-row' | 'per-person' | 'global'

/** What an entry of a comparison says beside a method's parameters. */
export interface UsualWay {
  readonly seeds?: readonly number[]
  /** Who needs it: of others' comparisons it takes part with the last of its values alone, to show what they give up. */
  readonly use?: 'histories' | 'sessions'
  /** Is it among what a first look tries? What promises something, is quick, and is not much like another that is. */
  readonly first?: true
  /** Is it tried without `scrub` in front? Where no text is shown, or to see the difference. */
  readonly unscrubbed?: true
}

/**
 * Settings that people choose, as an entry of a comparison: a list of values means each of them. What is shown beside the text may be named too, and
 * seeds where chance decides much.
 */
export type Usual<S extends Params> = {
  readonly [P in keyof ValuesOf<S>]?: ValuesOf<S>[P] | readonly ValuesOf<S>[P][]
} & Partial<ColumnOptions> &
  UsualWay

export interface Settled<S extends Params> {
  readonly params: ValuesOf<S>
  readonly said: readonly string[]
}

/** Where chance decides much, it is tried three times. */
export const SEEDS = [1, 2, 3]

/**
 * A protecting method. Its name is its folder, its word on the command line and its key in the manifest.
 *
 * `run` turns a log into a log, so that methods chain; the release is written from the last one, with the hidden person gone. A last
 * step may make tables of its own shape instead, or beside it.
 */
export interface Method<S extends Params = Params> {
  readonly name: string
  readonly summary: string
  readonly paper: Citation
  readonly params: S
  acts(params: ValuesOf<S>): Acts
  /** What the engine must offer: SQL alone, or columns in memory as well. A run is given no more. */
  needs(params: ValuesOf<S>): Need
  /** What the input must have beside queries. */
  readonly requires: readonly Requirement[]
  /** What it must have on top of that, by parameters. */
  requiresFor?(params: ValuesOf<S>): readonly Requirement[]
  /** Refuses what parameters alone show to be wrong, such as a file that is not there: before anything is read or spent. */
  checks?(params: ValuesOf<S>): void
  /** Does the method look at the query as it stood in the input? */
  readsRaw(params: ValuesOf<S>): boolean
  /** Are persons and queries all that it looks at and shows? Then nothing else is kept of the log. */
  textsOnly?(params: ValuesOf<S>): boolean
  /** Does it show other texts than those of its input? Promises of later steps then speak of what it left. */
  rewrites?(params: ValuesOf<S>): boolean
  /** Does it give persons what others asked? Then no later step can promise anything about who asked what. */
  readonly mixes?: true
  /** Does the method write tags, and so need a key? */
  writesTags(params: ValuesOf<S>): boolean
  /** The promise about this step's output, given that nothing is promised about its input. Pure. `cut`: histories have been cut into sessions before. */
  guarantee(params: ValuesOf<S>, unit: string, cut?: boolean): Guarantee
  /** What must be said of it wherever it stands in a plan, whatever the plan promises. */
  caveats?(params: ValuesOf<S>): readonly string[]
  /**
   * Parameters that were left open, as the log tells them, and what to say of it. Asked once, of the log as it was read and before anything is promised; never
   * under differential privacy, nor for steps that stand in a manifest.
   */
  settles?(params: ValuesOf<S>, log: Log, on: Pick<Context, 'engine'>): Promise<Settled<S>>
  /** Why a promise about the input does not hold of the output, or undefined if it does. */
  destroys(promise: Guarantee, params: ValuesOf<S>): string | undefined
  /** What is left of a promise about the input that it does not destroy, where that is not all of it. */
  leaves?(promise: Guarantee): Guarantee
  /** Is every text that it lets through one of the log, to the letter? Then nobody need look for it there. */
  readonly textsStay?: true
  /** Where the output is no log, so that no step can follow: a table of items without rows, rows with tables of shares beside them, or rows of people who do not exist. */
  makes?(params: ValuesOf<S>): 'items' | 'shares' | 'synthetic' | undefined
  /** What its releases show unless the plan or the custodian says otherwise. */
  shows?(params: ValuesOf<S>): Partial<ColumnOptions>
  /** Can it take an earlier release into account? */
  readonly since?: true
  /** Numbers that follow from the parameters, for --explain. */
  derived?(params: ValuesOf<S>): Readonly<Record<string, unknown>>
  /** Refuses, before anything is read, what a run could not do; steps of a manifest that is only read need not pass. */
  ready?(params: ValuesOf<S>): unknown
  /** What must be said on every run. */
  warns?(params: ValuesOf<S>): readonly string[]
  /** A tighter account of what a differentially private release costs than its (epsilon, delta), for the ledger. */
  spends?(params: ValuesOf<S>): { readonly rho: number; readonly delta: number } | undefined
  /** The attacks that its releases should be put to. */
  readonly attacks: readonly string[]
  /** The settings at which `compare` tries it unless it is told what to try; none, and it is tried only where it is named. */
  readonly usual: readonly Usual<S>[]
  /** How many times as long as most a setting of it takes in a comparison, roughly: for telling how long one will take. */
  readonly pace?: number
  run(log: Log, params: ValuesOf<S>, on: Context): Promise<Made>
}

/** Keeps the types of a method while it is written; erases them where methods stand in a list. */
export function defineMethod<S extends Params>(method: Method<S>): Method {
  return method as unknown as Method
}
