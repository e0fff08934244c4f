/** Items of histories in numbers, by history and, within one, by item. Histories of one stratum are counted together. */
export interface Groups {
  readonly history: Uint32Array
  readonly stratum: Uint32Array
  readonly item: Uint32Array
  readonly items: number
}

export interface Rare {
  /** Distinct combinations with fewer than k histories. */
  readonly rare: number
  /** Distinct combinations looked at. */
  readonly checked: number
  readonly histories: number
  /** Were there more than can be looked at? */
  readonly more: boolean
}

/** Combinations to look at before giving up: far more than releases have, and few enough that a made-up one does not keep a verifier for ever. */
const MOST = (entries: number) => 5e8 + 2000 * entries

/**
 * Every combination of at most m items of every history, with the number of histories that hold it. Depth first: the histories of a
 * combination are listed, and the smaller items in them counted; each gives a longer combination with a list of its own. A rare
 * combination counts once; those that contain it are rare because of it and are not counted again.
 */
export function rareCombinations(groups: Groups, k: number, m: number, most = MOST(groups.item.length)): Rare {
  let [rare, checked, histories, more] = [0, 0, 0, false]
  for (let from = 0, to = 0; from < groups.item.length && !more; from = to) {
    while (to < groups.item.length && groups.stratum[to] === groups.stratum[from]) to++
    const [history, item] = [groups.history.subarray(from, to), groups.item.subarray(from, to)]
    const found = inStratum(history, item, groups.items, k, m, most - checked)
    rare += found.rare
    checked += found.checked
    histories += found.histories
    more = found.more
  }
  return { rare, checked, histories, more }
}

function inStratum(history: Uint32Array, item: Uint32Array, items: number, k: number, m: number, most: number): Rare {
  const begin = new Uint32Array(item.length) // where the history of each place begins
  let histories = 0
  for (let i = 0; i < item.length; i++) {
    const first = i === 0 || history[i] !== history[i - 1]
    begin[i] = first ? i : begin[i - 1]!
    if (first) histories++
  }
  // Places of each item: what a list of histories is made of.
  const start = new Uint32Array(items + 1)
  for (const code of item) start[code + 1]!++
  for (let code = 0; code < items; code++) start[code + 1]! += start[code]!
  const next = start.slice()
  const places = new Uint32Array(item.length)
  for (let i = 0; i < item.length; i++) places[next[item[i]!]!++] = i
  const tallies = Array.from({ length: m + 1 }, () => new Uint32Array(items))
  let rare = 0
  let checked = 0
  const visit = (list: Uint32Array, size: number): void => {
    const tally = tallies[size]!
    const seen: number[] = []
    let total = 0
    for (const place of list)
      for (let i = begin[place]!; i < place; i++) {
        const code = item[i]!
        if (tally[code]!++ === 0) seen.push(code)
      }
    const deeper: number[] = []
    for (const code of seen) {
      checked++
      const support = tally[code]!
      if (support < k) rare++
      else if (size + 1 < m) {
        deeper.push(code)
        total += support
      }
    }
    const lists = new Uint32Array(total)
    const ends = new Uint32Array(deeper.length)
    let end = 0
    const slot = new Map<number, number>()
    deeper.forEach((code, i) => {
      slot.set(code, end)
      end += tally[code]!
      ends[i] = end
    })
    if (total > 0)
      for (const place of list)
        for (let i = begin[place]!; i < place; i++) {
          const to = slot.get(item[i]!)
          if (to === undefined) continue
          lists[to] = i
          slot.set(item[i]!, to + 1)
        }
    for (const code of seen) tally[code] = 0
    for (let i = 0; i < deeper.length && checked <= most; i++)
      visit(lists.subarray(i === 0 ? 0 : ends[i - 1], ends[i]), size + 1)
  }
  for (let code = 0; code < items && checked <= most; code++) {
    const list = places.subarray(start[code], start[code + 1])
    if (list.length === 0) continue
    checked++
    if (list.length < k) rare++
    else if (m > 1) visit(list, 1)
  }
  return { rare, checked, histories, more: checked > most }
}
