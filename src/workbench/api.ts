import type {
  Attacker,
  ColumnOptions,
  Diff,
  Explanation,
  FoundRelease,
  FrontierPictures,
  Inspection,
  LedgerResult,
  OutFormat,
  Params,
  Preview,
  ReleaseResult,
  ScanResult,
  Spending,
  Verdict,
  WhatStays,
} from '../index.js'

/** What page and server say to each other. */

export type JobKind = 'generate' | 'preview' | 'inspect' | 'scan' | 'compare' | 'release' | 'verify' | 'diff'

/** What went wrong, and what to do next: never with text of a log. */
export interface Fault {
  readonly message: string
  readonly next?: string
}

/** Long work, as far as it is. */
export interface Job {
  readonly id: string
  readonly kind: JobKind
  /** What it works on: the name of a log or of a folder. */
  readonly about: string
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly step: string
  /** From 0 to 1, where that is known. */
  readonly share: number | null
  readonly started: number
  readonly ended?: number
  readonly fault?: Fault
}

/** The log at hand, and how it is read. */
export interface OpenLog {
  readonly name: string
  readonly files: readonly string[]
  /** Where it lies, as the custodian sees it. */
  readonly place: string
  /** What the custodian named about its reading; the rest was found. */
  readonly named: Readonly<Record<string, unknown>>
  /** The preview shows this very reading, and not the one before. */
  readonly shown: boolean
  /** Made up by the workbench itself. */
  readonly madeUp: boolean
}

/** A plan as it is being made. */
export interface Draft {
  readonly steps: readonly { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[]
  readonly shows: Partial<ColumnOptions>
  /** Taken from a comparison on this very log. */
  readonly tuned?: true
}

export type Look = 'system' | 'light' | 'dark'

/** What a check of a release came to, whenever that was. */
export interface Checked {
  readonly at: string
  /** The log that it was held against, by name; null where it was checked alone. */
  readonly against: string | null
  readonly holds: boolean | null
  readonly good: number
  readonly bad: number
  /** The files are not those that were checked. */
  readonly changed: boolean
}

/** What every tab knows, sent whenever it changes. */
export interface State {
  readonly software: string
  readonly roots: readonly string[]
  readonly log: OpenLog | null
  readonly jobs: readonly Job[]
  /** How often each result was made: a tab asks for those that are newer than its own. */
  readonly results: Readonly<Partial<Record<keyof Results, number>>>
  readonly draft: Draft
  /** Which tab made it so. */
  readonly draftBy: string
  /** What an earlier workbench left behind. */
  readonly notices: readonly string[]
  readonly population: string | null
  readonly look: Look
}

/** What jobs have come to, about the log at hand. */
export interface Results {
  readonly preview: Preview
  readonly inspect: Inspection
  readonly scan: ScanResult & { readonly texts: number }
  readonly compare: Compared
  readonly release: Released
  readonly verify: { readonly dir: string; readonly verdict: Verdict; readonly against: boolean }
  readonly diff: Diff
}

/** A comparison as far as it is: what has been tried can be looked at while the rest is. */
export interface Compared {
  readonly dir: string
  readonly tried: number
  readonly of: number
  readonly whole: boolean
}

/** What a part of a comparison comes to. */
export interface Cost {
  /** What people call the settings: one that stands in two parts is tried once. */
  readonly labels: readonly string[]
  /** About so long; null while nobody knows how many rows there are. */
  readonly seconds: number | null
}

/** A method or a rule that can be compared. */
export interface Comparable {
  readonly name: string
  readonly says: string
  readonly promise: string
  readonly colour: string
  /** At all settings that people choose, and at those of a first look. */
  readonly all: Cost
  readonly first: Cost | null
}

export interface GridOffered {
  readonly methods: readonly Comparable[]
  /** The plan at hand. */
  readonly mine: Cost
  /** An earlier comparison of this log lies there. */
  readonly there: boolean
  readonly rows: number | null
}

export interface AskedCompare {
  /** Methods and rules by name. */
  readonly methods: readonly string[]
  readonly firstLook: boolean
  readonly mine: boolean
  readonly anew: boolean
}

/** What leaves: rows of a log, or a table of items, shares or made-up rows instead; and by which columns. */
export interface Left {
  readonly makes: 'rows' | 'items' | 'shares' | 'synthetic'
  /** Empty where they are not known yet. */
  readonly columns: readonly string[]
  readonly rows: number | null
  readonly items: number | null
  /** Distinct queries of the log that can be read in it. */
  readonly queries: number | null
}

/** A release as far as it has come: made, then verified, then reported on. */
export interface Released {
  readonly left?: Left
  readonly files?: FoundRelease['files']
  readonly made?: ReleaseResult
  readonly verdict?: Verdict
  readonly report?: string
  readonly publicReport?: string
}

export interface MethodRecord {
  readonly name: string
  readonly summary: string
  readonly source: string
  readonly params: Params
  readonly requires: readonly string[]
  readonly promise: { readonly kind: string; readonly name: string; readonly colour: string; readonly sentence: string }
}

/** A plan looked at: what it would promise, keep and cost; or what is wrong with it. */
export interface Considered {
  readonly fault?: Fault
  readonly explanation?: Explanation
  readonly promise?: { readonly name: string; readonly colour: string }
  readonly stays?: WhatStays | null
  readonly leaves?: Left
  /** Chosen by looking at this very log, which the manifest will say. */
  readonly tuned: boolean
  /** Its tags need a key, which is drawn for the one release and forgotten. */
  readonly key: boolean
  /** Which languages identifying data is looked for in only the log tells, and it has not been read. */
  readonly unread?: true
  readonly command: string
}

export interface Fearing {
  readonly attacker: Attacker
  readonly at?: number
  readonly limit: number
}

export interface AskedAdvice {
  readonly fears: readonly Fearing[]
  readonly needs: readonly string[]
  readonly task: string
  readonly minUse: number
}

/** A setting held against wishes, in words. */
export interface AdvisedSetting {
  readonly label: string
  readonly promise: string
  readonly colour: string
  readonly kind: string
  readonly holds: boolean | null
  readonly sentence: string
  /** How often it has been made and attacked; figures are means over its runs, those of attackers the furthest. */
  readonly runs: number
  readonly use: number | null
  readonly kept: number | null
  readonly tasks: Readonly<Record<string, number>>
  /** By attacker: how far they came; null where there is no figure, which is not 0. */
  readonly risks: readonly {
    readonly attacker: string
    readonly share: number | null
    readonly none: string | null
    readonly bound: number | null
    readonly words: string
    readonly over: boolean
  }[]
  readonly notProtected: readonly string[]
  /** Why it does not fit. */
  readonly fails: { readonly what: string; readonly why: string } | null
}

export interface Advice {
  readonly settings: readonly AdvisedSetting[]
  readonly fitting: number
  readonly tasks: readonly string[]
  /** What is left of a whole comparison: settings that have not been tried, those to be tried again, and methods of which nothing has been. */
  readonly left: {
    readonly settings: number
    readonly again: number
    readonly seconds: number | null
    readonly methods: readonly string[]
  }
  readonly pictures: FrontierPictures
  /** Where nothing fits: the setting that is least over the limits. */
  readonly nearest: string | null
  /** Of those that do not fit and whose promise a check has shown, the one that is least over. */
  readonly nearestShown: string | null
  readonly command: string
}

export interface ReleaseAsked {
  readonly name: string
  readonly format: OutFormat
  readonly population: string
  readonly by: string
  readonly reason: string
  readonly spreadsheetSafe: boolean
}

/** Where a release would go and what it would cost. */
export interface ReleasePlanned {
  readonly fault?: Fault
  readonly dir?: string
  readonly spending?: Spending
  /** Releases of the same log that are there already, by name. */
  readonly others?: readonly string[]
  readonly command: string
}

export interface ListedRelease extends Omit<FoundRelease, 'manifest' | 'record'> {
  readonly id: string
  /** Where it lies, as a command says it. */
  readonly here: string
  readonly plan: string
  readonly promise: string
  readonly kind: string
  readonly colour: string
  readonly sentence: string
  readonly notProtected: readonly string[]
  readonly signedOff: { readonly by: string; readonly reason: string } | null
  readonly population: string | null
  readonly left: Left
  readonly experiment: boolean
  /** What checks came to, the newest first. */
  readonly checked: readonly Checked[]
  readonly reports: readonly { readonly name: string; readonly path: string }[]
}

export interface Shelf {
  readonly releases: readonly ListedRelease[]
  readonly ledger: LedgerResult
  /** Every entry, by population. */
  readonly entries: Readonly<Record<string, LedgerResult['entries']>>
  readonly command: string
}

export interface Folder {
  readonly path: string
  readonly above: string | null
  readonly entries: readonly { readonly name: string; readonly folder: boolean; readonly bytes: number }[]
  /** Entries beyond those that are listed. */
  readonly more: number
}

export interface Finding {
  readonly kinds: readonly string[]
  readonly text: string
}
