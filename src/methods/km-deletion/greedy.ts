import { existsSync } from 'node:fs'
import { startWorkers } from '../../base/workers.js'
import type { Histories } from './histories.js'
import { type Packed, pack, takeOut, toVisit, unpack } from './packed.js'
import { settler } from './settle.js'
import { visitTerms } from './visit.js'

/** Entries that are left, 1 for each. */
export interface Deletion {
  readonly alive: Uint8Array
}

/** What a thread may use. */
export interface Threads {
  readonly threads: number
  readonly signal?: AbortSignal | undefined
  /** Where the compiled worker is, for tests that run from source. */
  readonly worker?: URL
}

const WORKER = new URL('./visit-worker.js', import.meta.url)

/** Below so many entries threads take longer to start than they save. */
const WORTH_THREADS = 200_000

/**
 * [Burghardt] Algorithm 1: in every history, of every combination with fewer than k persons, the term of least utility goes,
 * until a pass deletes nothing. Combinations are visited by their term of least utility: its partners are then as at the start of the
 * pass, and what the visit deletes is that term and no other. So the visits of a pass can be made in any order, and at the same time.
 */
export async function greedy(
  all: Histories,
  k: number,
  m: number,
  by: Threads & { readonly start?: Uint8Array | undefined } = { threads: 1 },
): Promise<Deletion> {
  const packed = pack(all, by.start)
  const worker = by.worker ?? WORKER
  if (by.threads <= 1 || (all.size < WORTH_THREADS && by.worker === undefined) || !existsSync(worker)) {
    for (const size of passes(packed, m)) {
      by.signal?.throwIfAborted()
      visitTerms(packed, k, size)
    }
  } else {
    const workers = startWorkers<number, undefined>(worker, { packed, k }, by.threads, by.signal)
    try {
      for (const size of passes(packed, m))
        await Promise.all(Array.from({ length: by.threads }, () => workers.run(size)))
    } finally {
      await workers.close()
    }
  }
  return { alive: unpack(packed, all.size) }
}

/** Asks for passes, each by the size of the combinations to look at, until one deletes nothing. */
function* passes(packed: Packed, m: number): Generator<number> {
  // By increasing size: what is rare by itself is in nobody's way as a pair, and a rare pair need not be counted as a triple.
  for (let size = 1; size <= m; size++) {
    const dirty = new Uint8Array(packed.terms).fill(1)
    while (toVisit(packed, dirty) > 0) {
      yield size
      takeOut(packed, dirty)
    }
  }
}

/** Entries that were let in, and partners looked at on the way. */
export interface Admission extends Deletion {
  readonly work: number
}

/**
 * Terms are let in one by one, the most useful first, each wherever the definition then holds. Every choice is made with what
 * is more useful already settled, so that nothing is deleted for the sake of a term that goes itself later, and one pass is enough.
 */
export function admit(all: Histories, k: number, m: number, order?: Uint32Array): Admission {
  const alive = new Uint8Array(all.size)
  const core = settler(all, k, m)
  const open = new Uint8Array(all.size).fill(1)
  for (let i = 0; i < all.terms; i++) {
    const t = order === undefined ? i : order[i]!
    const staying = core.settle(t, open, alive, order === undefined ? 'above' : 'all')
    const list = core.stay()
    for (let j = 0; j < staying; j++) alive[list[j]!] = 1
  }
  return { alive, work: core.work() }
}
