import type { OutFormat } from '../../engines/engine.js'
import type { Plan } from '../../plans/plan.js'
import type { ColumnOptions } from '../../release/columns.js'
import type { KeyOptions } from '../steps.js'

/** Who answers for a release, and why it is made. */
export interface SignOff {
  readonly by: string
  readonly reason: string
}

/** What to release, and where to. */
export interface ReleaseOptions extends KeyOptions {
  readonly plan: Plan
  readonly out: string
  /** Default: `out` with .private behind. */
  readonly privateDir?: string
  readonly force?: boolean
  readonly format?: OutFormat
  /** CSV and TSV only: an apostrophe before what a spreadsheet would take for a formula. */
  readonly spreadsheetSafe?: boolean
  readonly shows?: Partial<ColumnOptions>
  /** Experiments only: repeatable chance, and a stamp in the manifest. */
  readonly seed?: number
  /** A testing sample: about this share of the persons, drawn by a keyed hash of the person. */
  readonly samplePeople?: number
  /** Write who became whom into the private folder. */
  readonly truth?: boolean
  /** An earlier release about the same people: text is new only when enough persons asked it who had not before. */
  readonly since?: string
  /** Its log, where it has moved. */
  readonly before?: readonly string[]
  /** Whom the log is about: what is spent on them is added up in a ledger. */
  readonly population?: string
  /** Where ledgers are kept. */
  readonly ledger?: string
  /** A private key of OpenSSH (ed25519): the checksums are signed with it. */
  readonly sign?: string
  /** Who answers for the release, and why it is made: for the private record. */
  readonly signOff?: SignOff
  /** Made to be looked at and thrown away, as trials and comparisons do: nothing is entered into a ledger. */
  readonly unpublished?: true
}
