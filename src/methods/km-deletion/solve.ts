import type { Random } from '../../random/random.js'
import { greedy, type Threads } from './greedy.js'
import { arrange, type Entries } from './histories.js'
import { optimise, totalWorth } from './optimise.js'
import { randomDeletion } from './random-deletion.js'
import type { Target, Utility } from './utility.js'

/** Entries that stay, and what greedy alone would have kept: the same array where nothing was optimised. */
export interface Solved {
  readonly kept: Uint8Array
  readonly plain: Uint8Array
  /** Total utility by the target function: of everything, of what greedy keeps, of what is kept. */
  readonly worth: { readonly all: number; readonly greedy: number; readonly kept: number }
}

export interface Solving {
  readonly k: number
  readonly m: number
  readonly target: Target
  /** Partners that the optimiser may look at, in all; 0 leaves greedy's result. */
  readonly budget: number
  readonly random: Random
  readonly by: Threads
  /** Entries to start from, where some have gone already. */
  readonly start?: Uint8Array | undefined
}

/** Deletes entries until the definition holds in every stratum. */
export async function solve(
  entries: Entries,
  strata: readonly number[],
  utility: Utility,
  how: Solving,
): Promise<Solved> {
  const kept = new Uint8Array(entries.term.length)
  const plain = how.budget > 0 ? new Uint8Array(entries.term.length) : kept
  const worth = { all: 0, greedy: 0, kept: 0 }
  const { k, m } = how
  for (let s = 0; s + 1 < strata.length; s++) {
    const [from, to] = [strata[s]!, strata[s + 1]!]
    const all = arrange(part(entries, from, to), utility.rank, utility.frequent)
    const value = { entry: new Float64Array(all.size), perPerson: utility.perPerson }
    const start = how.start && new Uint8Array(all.size)
    for (let i = 0; i < all.size; i++) {
      const e = from + all.source[i]!
      value.entry[i] = utility.worth[entries.term[e]!]! * all.count[i]!
      if (start && how.start) start[i] = how.start[e]!
    }
    const first =
      how.target === 'random' && start === undefined
        ? randomDeletion(all, k, m, how.random.uint32())
        : await greedy(all, k, m, { ...how.by, start })
    const budget = (how.budget * (to - from)) / Math.max(1, entries.term.length)
    const { alive } = budget > 0 ? await optimise(all, k, m, first, { worth: value, budget, by: how.by }) : first
    for (let i = 0; i < all.size; i++) {
      const e = from + all.source[i]!
      plain[e] = first.alive[i]!
      kept[e] = alive[i]!
    }
    const found = totalWorth(all, first.alive, value)
    worth.greedy += found
    worth.kept += alive === first.alive ? found : totalWorth(all, alive, value)
  }
  let before = -1
  for (let e = 0; e < entries.term.length; e++) {
    worth.all += utility.worth[entries.term[e]!]! * entries.count[e]!
    const who = entries.owner[entries.history[e]!]!
    if (who !== before) worth.all += utility.perPerson
    before = who
  }
  return { kept, plain, worth }
}

/** The entries of one stratum; histories keep their numbers. */
function part(entries: Entries, from: number, to: number): Entries {
  if (from === 0 && to === entries.term.length) return entries
  const first = entries.history[from]!
  const last = entries.history[to - 1]!
  return {
    ...entries,
    owner: entries.owner.subarray(first, last + 1),
    history: entries.history.subarray(from, to).map((h) => h - first),
    term: entries.term.subarray(from, to),
    count: entries.count.subarray(from, to),
  }
}
