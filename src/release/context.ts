import type { Session } from '../engines/session.js'
import type { Random } from '../random/random.js'

/** What was asked and shown before: an earlier release about the same people, its log, and those before them. */
export interface Earlier {
  /** A table (query, person, url): what persons had asked. */
  readonly asked: string
  /** A table (query, host): the texts, and the pairs of text and host, that were shown. */
  readonly shown: string
}

/** What a method works with. */
export interface Context extends Session {
  readonly random: Random
  /** The secret for tags, where one was given or drawn for this run. */
  readonly key: Uint8Array | undefined
  /** Where an earlier release was named: text is new only when enough persons asked it who had not before. */
  readonly since?: Earlier | undefined
}
