import type { Params, ValuesOf } from '../base/params.js'
import type { Workspace } from '../base/workspace.js'
import type { Engine } from '../engines/engine.js'
import type { Log } from '../log/log.js'
import type { Random } from '../random/random.js'
import type { Attacker } from '../release/attackers.js'
import type { Rows } from '../release/data.js'
import type { Risk } from '../release/risk.js'
import type { Seen, Truth } from '../release/seen.js'

/** A row that an attacker gets into the log. */
export interface AddedRow {
  readonly user: string
  readonly query: string
  /** As in SQL: 2006-03-01 10:00:00. */
  readonly time?: string
  readonly url?: string
}

/** A release of the log with rows added; its truth is for the score alone. */
export interface Remade {
  readonly seen: Seen
  readonly truth: Truth
}

/** What an attack works with beside the release. */
export interface AttackContext {
  readonly engine: Engine
  readonly random: Random
  readonly workspace: Workspace
  readonly threads: number
  readonly signal: AbortSignal | undefined
  readonly say: (step: string) => void
  /** What the attacker knows: another log in clear, or (to measure knowledge about persons) the original. */
  readonly reference?: Log
  /** A second release. */
  readonly other?: Seen
  /** Makes a release of the reference with rows added, by the plan under attack. */
  readonly remake?: (rows: readonly AddedRow[]) => Promise<Remade>
}

/** What an attack found. */
export interface Guesses {
  readonly guesses: number
  /** The guesses themselves, for whoever asks for them. */
  readonly table?: Rows
  /** Further figures for the result. */
  readonly more?: Readonly<Record<string, unknown>>
}

export type { Risk } from '../release/risk.js'

export type Scored = Readonly<Record<string, unknown>> | readonly unknown[]

/**
 * An attack: it sees a release and auxiliary data, never a method and never the truth. Its name is its folder and its word on
 * the command line. `score` holds what it found against the truth.
 */
export interface Attack<S extends Params = Params, G extends Guesses = Guesses> {
  readonly name: string
  readonly summary: string
  readonly paper: { readonly key: string; readonly title: string }
  /** Whose attack it is: a figure without its attacker says nothing. */
  readonly attacker: Attacker
  readonly params: S
  /** Without these it cannot run: --reference LOG, --other DIR, --truth PATH. */
  readonly needs: readonly ('reference' | 'other' | 'truth')[]
  /** Can the score do without the truth? */
  readonly scoresAlone?: true
  /** Is its score held against the original log (--against LOG), instead of who became whom? */
  readonly scoresByOriginal?: true
  /** Does it make releases itself? It can then be called on a log with --method or --plan. */
  readonly remakes?: true
  /** Why it cannot be run on a release, or undefined if it can. */
  fits(seen: Seen): string | undefined
  run(seen: Seen, params: ValuesOf<S>, on: AttackContext): Promise<G>
  score?(guesses: G, truth: Truth, params: ValuesOf<S>, on: AttackContext): Promise<Scored>
  /** How a score reads as a risk, one for each cost that was tried: reports and comparisons go by it. Undefined where it is none that compares. */
  risk(scored: Scored): Risk | readonly Risk[] | undefined
  /** The result in words; without it figures are listed. */
  text?(result: AttackResult): readonly string[]
}

export interface AttackResult {
  readonly attack: string
  readonly attacker?: Attacker
  readonly guesses: number
  readonly scored?: Scored
  readonly [more: string]: unknown
}

/** Keeps the types of an attack while it is written; erases them where attacks stand in a list. */
export function defineAttack<S extends Params, G extends Guesses>(attack: Attack<S, G>): Attack {
  return attack as unknown as Attack
}
