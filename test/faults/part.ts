import { fromSystem, LetheError } from '../../src/base/errors.js'
import type { QuickChance } from '../../src/random/quick.js'

/** What must never happen, and did: said without text of a log. */
export class Violation extends Error {
  override readonly name = 'Violation'
}

/** One kind of trouble. A case is plain JSON, so that what is found can be written down, made smaller and tried again. */
export interface Part<C = unknown> {
  readonly name: string
  /** What is counted as a try. */
  readonly counts: string
  /** How long it may take of the whole, against the other parts. */
  readonly weight: number
  /** Makes ready what all tries share, in a folder of its own. */
  open(dir: string): Promise<Ready<C>>
}

export interface Ready<C> {
  make(chance: QuickChance): C
  /** Tries a case in an empty folder; fails with a violation, or with any other error where none may come. Tells how many tries it was. */
  attempt(one: C, dir: string): Promise<number>
  /** Cases that are a bit smaller, the boldest first. */
  smaller?(one: C): Iterable<C>
  /** Said under the table: what could not be done here. */
  readonly note?: string
  close?(): Promise<void>
}

/** Refuses with a word on what to do are what bad input deserves; all else is a fault of ours. */
export async function orRefused<T>(work: () => Promise<T> | T): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    const known = error instanceof LetheError ? error : fromSystem(error)
    if (known === undefined || known.code === 'internal') throw error
    return undefined
  }
}
