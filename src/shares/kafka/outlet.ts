import { fail } from '../../base/errors.js'
import type { SharedPiece } from './documents.js'
import type { Offsets } from './reader.js'

/** Where shared rows go. */
export interface Outlet {
  /** The topic that they go to, as brokers know it whatever it and they are called. */
  readonly topicId?: string
  /** Takes partitions up: where they go on by what is there already, where that is known. */
  begin(partitions: readonly number[]): Promise<Offsets>
  /** Takes rows. */
  write(piece: SharedPiece): Promise<void>
  /** By partition, up to where all is written for good: what may be committed. */
  written(): Offsets
  /** Writes for good what has waited long enough. */
  tick(): Promise<void>
  /** Writes for good all that was taken. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** Shares are no rows: in their own topic they would be read as such, and stand among what is raw. */
export function refuseCircle(): never {
  fail('usage', 'rows would go back to the topic that they come from', 'Name another topic behind --to.')
}

/** Somebody else has written what we were about to write: partitions are taken up again where that ends. */
export class Overtaken extends Error {}
