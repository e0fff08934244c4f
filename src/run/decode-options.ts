import type { OutFormat } from '../engines/engine.js'

export interface DecodeOptions {
  /** File to write: rows with their query where it opened. Its ending names the format; without one it is tsv. */
  readonly out: string
  /** Earlier rows and shares: they help to open, but are not written again. */
  readonly with?: readonly string[]
  /** File for shares and texts that were turned down, with the reason. */
  readonly rejected?: string
}

export interface DecodeFormats {
  readonly format: OutFormat
  readonly rejectedFormat: OutFormat
}
