import { type Cells, type Forged, type Loose, restate } from '../forged.js'
import type { Honest } from '../honest.js'

/** What verify must make of a lie: refute it, leave it open, or refuse to read it. Never true. */
export type Answer = false | null | 'refused'

/** One way to lie: an honest release, what is done to it, and the answers without and with the log. */
export interface Forgery {
  readonly lie: string
  readonly of: Honest
  readonly forge: (forged: Forged) => void | Promise<void>
  readonly alone: Answer
  /** With --against the log that the honest release was made from. */
  readonly against: Answer
}

export const pseudonym = (n: number) => n.toString(16).padStart(32, 'a')
export const first = (text: string, from: string, to: string) => {
  if (!text.includes(from)) throw new Error(`the honest release has no ${from}`)
  return text.replace(from, to)
}
export const lines = (text: string) => text.trimEnd().split('\n')
/** So many rows of a text, each under a pseudonym of its own where rows have one. */
export const made = (n: number, row: Cells) => (rows: Cells[]) => [
  ...rows,
  ...Array.from({ length: n }, (_, i) => ({ day: '2024-05-01', pseudonym: pseudonym(i), ...row })),
]
export const stating = (change: (manifest: Loose) => void) => (forged: Forged) => forged.manifest(change)
export const claimK = (k: number) => (manifest: Loose) =>
  restate(manifest, { k }, { k, hostK: k }, [
    ['at least 5', `at least ${k}`],
    ['add 4 users', `add ${k - 1} users`],
  ])
