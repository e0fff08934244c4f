import { type Entries, personsPerTerm } from '../../src/methods/km-deletion/histories.js'
import type { Chance } from '../../src/random/quick.js'

/** The entries for which `stays` is 1. */
function only({ owner, terms, history, term, count }: Entries, stays: Uint8Array): Entries {
  const pick = (values: Uint32Array) => values.filter((_, e) => stays[e] === 1)
  return { owner, terms, history: pick(history), term: pick(term), count: pick(count) }
}

/** The same log, in which no term is asked by more than this share of the people: of those that are, as many forget it as it takes. */
export function noneOfMore(entries: Entries, share: number, chance: Chance): Entries {
  const persons = personsPerTerm(entries)
  const most = share * entries.owner.length
  return only(
    entries,
    Uint8Array.from(entries.term, (t) => Number(persons[t]! <= most || chance.unit() < most / persons[t]!)),
  )
}

/**
 * What [Burghardt] Algorithm 1 leaves by `random` of combinations with a rare term, where they are visited before it goes: "all possible combinations
 * of size m, and all subsets of it". Of each pair any term goes, so that a rare one takes others with it before it is drawn. Rare terms go in any case.
 */
export function rareInTurn(entries: Entries, k: number, chance: Chance): Entries {
  const persons = personsPerTerm(entries)
  const { term, history } = entries
  const isRare = (e: number) => persons[term[e]!]! < k
  const stays = new Uint8Array(term.length).fill(1)
  for (let from = 0, to = 0; from < term.length; from = to) {
    while (to < term.length && history[to] === history[from]) to++
    for (let a = from; a < to; a++)
      for (let b = a + 1; b < to && stays[a] === 1; b++)
        if (stays[b] === 1 && (isRare(a) || isRare(b))) stays[chance.below(2) === 0 ? a : b] = 0
    for (let e = from; e < to; e++) if (isRare(e)) stays[e] = 0
  }
  return only(entries, stays)
}
