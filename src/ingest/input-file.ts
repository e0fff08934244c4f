import type { Workspace } from '../base/workspace.js'
import type { Format } from './format-names.js'
import type { Standing } from './unchanged.js'

export type Compression = 'none' | 'gzip' | 'zstd'

/** The digest of a file as it is on disk, or of what came through a pipe, and its size. */
export interface Digest {
  readonly sha256: string
  readonly bytes: number
  /** Of a cluster, which shows no bytes: these columns of all rows of the log were digested. */
  readonly rows?: readonly string[]
}

/** A file to read: where it is, what to call it in messages, how it is packed. */
export interface InputFile {
  readonly path: string
  readonly label: string
  readonly compression: Compression
  /** How it stood before it was read; undefined for our own copy of what has no name. */
  readonly standing?: Standing
  /** Of our own copy: taken while it came. */
  readonly digest?: Digest
  /** The file itself, where `path` is our own copy of its text. */
  readonly origin?: string
  /** Did it begin with a line for spreadsheets, which our own copy does not have? */
  readonly unmarked?: true
  /** Was it encoded otherwise than as UTF-8? */
  readonly decoded?: boolean
  /** Of our own copy of the first part of a file alone: that file. */
  readonly beginningOf?: InputFile
  /** The folder that was named instead of it. */
  readonly folder?: string
  /** How it is written, where nobody needs to look: rows of a database, which we wrote down ourselves. */
  readonly written?: Written
}

/** What is known of the form of a file before it is read. */
export interface Written {
  readonly format: Format
  readonly header?: boolean
  readonly delimiter?: string
}

/** Where input comes from and where what has no name is put. */
export interface Inlet {
  /** Go by names alone: under differential privacy nothing is guessed from what a file holds. */
  readonly fixed?: boolean | undefined
  readonly encoding?: string | undefined
  /** Does the first line name columns, where that was said? */
  readonly header?: boolean | undefined
  readonly workspace: Workspace
  readonly signal?: AbortSignal | undefined
  readonly stdin?: NodeJS.ReadableStream
}
