import type { Corpus } from './corpus.js'
import type { Crew } from './crew/index.js'
import { completed, type Mapped } from './mapping.js'
import type { Watch } from './published.js'
import { scoreGreedy } from './score-greedy.js'
import { byCompany, byProfile, informationOf, sidesOf, stageOf } from './stage.js'

/** What the informed attack is asked for. */
export interface Informed {
  /** Tokens that are mapped in the end. */
  readonly n: number
  /** Tokens mapped on the way, whose company tells the others apart. */
  readonly context: number
  readonly iterations: number
  /** Is the order of tokens that of the query? */
  readonly ordered: boolean
  /** How many things stand beside tokens in clear on both sides. */
  readonly clear: number
}

/** Up to this many tokens all pairs are compared; more are reached by expansion. */
const CORE = 2048
/** Up to this many tokens a stage of expansion has a second round. */
const TWICE = 16_384

/**
 * The co-occurrence attack with everything a careful attacker adds to the published one: what a person repeats is damped; neighbours before and behind count
 * apart where order is kept; rare neighbours tell more than common ones; a neighbour counts by how sure its own mapping is; more tokens
 * are mapped than asked for, since they are company too; what stands beside in clear on both sides is company that needs no mapping.
 */
export async function informed(
  hashes: Corpus,
  reference: Corpus,
  settings: Informed,
  crew: Crew,
  watch: Watch = () => undefined,
): Promise<Mapped> {
  const width = Math.max(settings.n, settings.context)
  const [left, right] = await sidesOf(hashes, reference, width, settings, crew)
  const information = informationOf(reference, width)
  const mark = crew.room.mark()
  let size = Math.min(CORE, width)
  let stage = await stageOf(left, right, size, settings, size <= CORE, crew)
  const round = async (closed?: Uint8Array, rows = stage.n) => {
    const before = crew.room.mark()
    const candidates = byCompany(stage, mapped, information, crew)
    const found = await scoreGreedy({ ...candidates, left: rows }, closed)
    crew.room.release(before)
    return found
  }
  let mapped = await scoreGreedy(byProfile(stage, crew))
  watch(size, 0, mapped)
  for (let i = 1; i <= settings.iterations; i++) {
    mapped = await round()
    watch(size, i, mapped)
  }
  while (size < width) {
    size = Math.min(size * 2, width)
    crew.room.release(mark)
    stage = await stageOf(left, right, size, settings, size <= CORE, crew)
    for (let i = 0; i < (size > TWICE ? 1 : 2); i++) {
      mapped = completed(await round(), stage.width)
      watch(size, i, mapped)
    }
  }
  if (settings.n < size) {
    // The last word among those that were asked for alone.
    const [n, m] = [Math.min(settings.n, stage.n), Math.min(settings.n, stage.width)]
    mapped = completed(await round(new Uint8Array(stage.width).fill(1, m), n), m)
  }
  crew.room.release(mark)
  return mapped
}
