import type { SharedPiece } from './documents.js'
import type { Offsets } from './reader.js'

/** Where shared rows go. */
export interface Outlet {
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

/** Somebody else has written what we were about to write: partitions are taken up again where that ends. */
export class Overtaken extends Error {}
