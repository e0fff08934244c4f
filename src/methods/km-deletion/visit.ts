import type { Packed } from './packed.js'
import { peeler } from './peel.js'

/** Terms that a thread takes at a time. */
const AT_ONCE = 32

/**
 * One thread's part of a pass: takes terms until none is left, and marks as dead what the combinations of up to `m` terms that end in them do not
 * let stay. A visit reads terms of more utility and marks its own, so that who visits what, and when, makes no difference.
 */
export function visitTerms(packed: Packed, k: number, m: number): void {
  const { terms, single, owner, term, starts, postings, begin, home, dead, waiting, cursor } = packed
  const core = peeler(terms, k, m, single)
  const g = core.gathered
  const size = cursor[1]!
  for (;;) {
    const first = Atomics.add(cursor, 0, AT_ONCE)
    if (first >= size) return
    for (let i = first; i < Math.min(size, first + AT_ONCE); i++) visit(waiting[i]!)
  }

  function visit(t: number): void {
    const from = starts[t]!
    const n = starts[t + 1]! - from
    if (n === 0) return
    core.candidates(n)
    g.size = n
    g.live = n
    g.gone.fill(0, 0, n)
    if (!single) for (let i = 0; i < n; i++) g.owner[i] = owner[home[from + i]!]!
    if (core.persons() >= k && (m === 1 || gatherAndSettle(from, n))) {
      for (let i = 0; i < n; i++) if (g.gone[i] === 1) dead[postings[from + i]!] = 1
    } else for (let i = 0; i < n; i++) dead[postings[from + i]!] = 1
  }

  function gatherAndSettle(from: number, n: number): boolean {
    let at = 0
    for (let i = 0; i < n; i++) {
      const end = postings[from + i]!
      const start = begin[from + i]!
      core.partners(at + end - start)
      const list = g.partner
      for (let j = start; j < end; j++) list[at++] = term[j]!
      g.from[i + 1] = at
    }
    return core.settle()
  }
}
