import type { Coded } from './coded.js'
import { type Sequences, sequences } from './sequences.js'

/** What is left of the rows: those with text, in the order of their histories. */
export interface Left {
  /** Number of each row in the engine's table, its text among `texts`, and whether its host stays. */
  readonly row: Uint32Array
  readonly text: Uint32Array
  readonly host: Uint32Array
  /** Texts that are left, as terms in their order. */
  readonly texts: Sequences
  /** Entries of hosts that stay but stand in no row with text left: no row would show them. */
  readonly unseen: readonly number[]
}

/** Takes the terms that went out of every row. */
export function leftOf(
  { entries, rows, hostsFrom }: Pick<Coded, 'entries' | 'rows' | 'hostsFrom'>,
  kept: Uint8Array,
): Left {
  const size = rows.row.length
  const [row, text, host] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(rows.host.length)]
  const found = sequences()
  const stays = new Uint32Array(entries.terms) // 1 + the history that keeps the term, of those looked at
  const shows = new Uint32Array(rows.host.length > 0 ? entries.terms : 0) // the same for hosts beside text
  const unseen: number[] = []
  let [n, e] = [0, 0]
  for (let h = 0; h < entries.owner.length; h++) {
    const first = e
    for (; e < kept.length && entries.history[e] === h; e++) if (kept[e] === 1) stays[entries.term[e]!] = h + 1
    for (let i = rows.offsets[h]!; i < rows.offsets[h + 1]!; i++) {
      const sequence = leftOfText(i, h + 1)
      if (sequence === undefined) continue
      row[n] = rows.row[i]!
      text[n] = sequence
      const click = rows.host.length > 0 ? rows.host[i]! : 0
      if (click > 0 && stays[click - 1] === h + 1) {
        host[n] = 1
        shows[click - 1] = h + 1
      }
      n++
    }
    for (let i = first; i < e && rows.host.length > 0; i++) {
      const t = entries.term[i]!
      if (t >= hostsFrom && kept[i] === 1 && shows[t] !== h + 1) unseen.push(i)
    }
  }
  return {
    row: row.slice(0, n),
    text: text.slice(0, n),
    host: host.slice(0, rows.host.length > 0 ? n : 0),
    texts: found,
    unseen,
  }

  function leftOfText(i: number, mark: number): number | undefined {
    const end = rows.begin[i + 1]!
    found.start()
    for (let j = rows.begin[i]!; j < end; j++) {
      const t = rows.term[j]!
      if (stays[t] === mark) found.push(t)
    }
    return found.length() === 0 ? undefined : found.finish()
  }
}
