import { anneal } from './anneal.js'
import { type Admission, admit, type Deletion, greedy, type Threads } from './greedy.js'
import type { Histories } from './histories.js'
import { cellsOf } from './pair-table.js'
import { promising } from './promising.js'
import { type Settler, settler } from './settle.js'
import type { Worth } from './worth.js'

/** Pairs that the search over single entries may keep at hand, at four bytes each. */
const MOST_CELLS = 3e7
/** Partners that it may look at for each entry. */
const SEARCH = 8000

/** Total utility of what is left. */
export function totalWorth(all: Histories, alive: Uint8Array, { entry, perPerson }: Worth): number {
  let total = 0
  let before = -1
  for (let e = 0; e < all.size; e++) {
    if (alive[e] === 0) continue
    total += entry[e]!
    const who = all.owner[all.history[e]!]!
    if (who !== before) total += perPerson
    before = who
  }
  return total
}

/**
 * More than greedy keeps, under the same definition. Ways in: what greedy left, with terms put back wherever the definition
 * still holds; terms let in from nothing by utility, and by what they are worth in all; and what satisfies m + 1, which satisfies m too. The best goes on
 * to exchanges: a term leaves all histories, those that it kept out come in, and it comes in again last; what does not pay is undone. For
 * pairs, in logs that are not too large, `anneal` then looks at single entries, and its end is mended by the same steps.
 *
 * Work is counted, not time, so that the same log and seed give the same release on any machine. Every step goes through
 * `settle`, which lets in only what the definition allows with all else as it stands.
 */
export async function optimise(
  all: Histories,
  k: number,
  m: number,
  start: Deletion,
  { worth, budget, by }: { worth: Worth; budget: number; by?: Threads },
): Promise<Deletion> {
  let left = budget
  let best = { alive: start.alive, total: totalWorth(all, start.alive, worth) }
  const consider = ({ alive, work }: Admission) => {
    left -= work
    const total = totalWorth(all, alive, worth)
    if (total > best.total) best = { alive, total }
    return work
  }
  const cost = consider(admit(all, k, m))
  const order = byWorth(all, worth)
  if (order.some((t, i) => t !== i) && left > 2 * cost) consider(admit(all, k, m, order))
  if (left > 4 * cost) consider(putBack(all, k, m, start.alive))
  if (left > 20 * cost && m < 4) consider(putBack(all, k, m, admit(all, k, m + 1).alive))
  const exchanged = best.alive.slice()
  left -= exchanges(all, k, m, exchanged, worth, left, cost)
  const search = Math.min(left / 2, SEARCH * all.size)
  const few = all.size > 0 && cellsOf(all) < Math.min(MOST_CELLS, left / 8)
  if (m === 2 && all.persons === all.owner.length && few)
    for (let round = 0; round < 2; round++) {
      // It looks at a partner in a third of the time that settling takes, which leaves enough for mending its end.
      const { alive } = await greedy(all, k, m, {
        threads: 1,
        ...by,
        start: anneal(all, k, exchanged, worth, search),
      })
      const mended = putBack(all, k, m, alive).alive
      exchanges(all, k, m, mended, worth, left / 4, cost)
      if (totalWorth(all, mended, worth) > totalWorth(all, exchanged, worth)) exchanged.set(mended)
    }
  // The end is checked, not assumed: greedy deletes whatever does not satisfy the definition, here nothing.
  const checked = await greedy(all, k, m, { threads: 1, ...by, start: exchanged })
  return totalWorth(all, checked.alive, worth) >= best.total ? checked : { alive: best.alive }
}

/** Rounds of exchanges, as long as they pay and work is left. Gives the work. */
function exchanges(
  all: Histories,
  k: number,
  m: number,
  alive: Uint8Array,
  worth: Worth,
  budget: number,
  cost: number,
) {
  const core = settler(all, k, m)
  let done = 0
  for (let gained = 1; gained > 0 && core.work() + done + cost < budget; ) {
    done += cost // finding what is promising takes about as long as letting all terms in
    gained = exchange(all, k, core, alive, worth, budget - done)
  }
  return done + core.work()
}

/** Terms by what all their entries are worth. */
function byWorth({ terms, size, term }: Histories, { entry }: Worth): Uint32Array {
  const total = new Float64Array(terms)
  for (let e = 0; e < size; e++) total[term[e]!]! += entry[e]!
  return Uint32Array.from({ length: terms }, (_, t) => t).sort((a, b) => total[b]! - total[a]! || a - b)
}

/** Puts every term back wherever it can be, until none can. */
function putBack(all: Histories, k: number, m: number, from: Uint8Array): Admission {
  const alive = from.slice()
  const core = settler(all, k, m)
  const open = new Uint8Array(all.size).fill(1)
  for (let added = 1; added > 0; ) {
    added = 0
    for (let t = 0; t < all.terms; t++) added += letIn(core, t, open, alive).length
  }
  return { alive, work: core.work() }
}

/** Lets a term in wherever the definition allows it. Gives the new entries. */
function letIn(core: Settler, t: number, open: Uint8Array, alive: Uint8Array): number[] {
  const n = core.settle(t, open, alive, 'all')
  const list = core.stay()
  const added: number[] = []
  for (let i = 0; i < n; i++) {
    const e = list[i]!
    if (alive[e] === 1) continue
    alive[e] = 1
    added.push(e)
  }
  return added
}

/** One round of exchanges, the most promising first. Gives what was gained. */
function exchange(all: Histories, k: number, core: Settler, alive: Uint8Array, worth: Worth, budget: number): number {
  const { starts, postings } = all
  const open = new Uint8Array(all.size).fill(1)
  const tally = ledger(all, alive, worth)
  let gained = 0
  for (const { term, keptOut } of promising(all, k, alive, worth.entry)) {
    if (core.work() > budget) break
    const out: number[] = []
    for (let i = starts[term]!; i < starts[term + 1]!; i++) {
      const e = postings[i]!
      if (alive[e] === 0) continue
      alive[e] = 0
      out.push(e)
    }
    const added = [...keptOut, term].flatMap((t) => letIn(core, t, open, alive))
    const gain = tally.change(out, added)
    if (gain > 0) gained += gain
    else {
      for (const e of added) alive[e] = 0
      for (const e of out) alive[e] = 1
      tally.change(added, out)
    }
  }
  return gained
}

/** Keeps account of persons of whom something is left. */
function ledger(all: Histories, alive: Uint8Array, { entry, perPerson }: Worth) {
  const left = new Uint32Array((all.owner.at(-1) ?? -1) + 1)
  const who = (e: number) => all.owner[all.history[e]!]!
  for (let e = 0; e < all.size; e++) if (alive[e] === 1) left[who(e)]!++
  return {
    change(out: readonly number[], added: readonly number[]): number {
      let gain = 0
      for (const e of added) gain += entry[e]! + (left[who(e)]!++ === 0 ? perPerson : 0)
      for (const e of out) gain -= entry[e]! + (--left[who(e)]! === 0 ? perPerson : 0)
      return gain
    },
  }
}
