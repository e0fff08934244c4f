import { NONE } from '../../log/columnar.js'
import type { Space } from '../space.js'
import type { SyntacticData } from './data.js'
import { type Hosts, hostDistance } from './hosts.js'
import { type Effort, wordDistance } from './words.js'

/** The syntactic distance between users [Erola13] §5.3.1.2, with what it took. */
export interface SyntacticSpace extends Space {
  distance(u: number, v: number): number
  readonly effort: Effort
}

/**
 * Six times the distance of two rows is `base + 2 H`: base from time, rank, host and number of terms, which are cheap, and H,
 * the Hausdorff distance of the words, from 0 to 1. So the base alone bounds a row's distance to a history from both sides,
 * and a row whose upper bound is no more than what another row has already shown needs no edit distance at all.
 */
export function syntacticSpace(data: SyntacticData): SyntacticSpace {
  const { offsets, clicked, query, time, rank, count, terms, wordsAt, words } = data
  const hosts: Hosts = { at: data.hostAt, labels: data.hostLabels }
  const local = localHosts(data)
  const ofWords = wordDistance({ at: data.wordAt, chars: data.wordChars, letters: data.wordLetters })
  const longest = longestHistory(offsets)
  // The least base of each row of u against v, and of each row of v against u behind them; and where it is reached.
  const least = new Float64Array(2 * longest)
  const where = new Uint32Array(2 * longest)
  let ofHosts = new Float64Array(64)
  let [fromU, fromV, lengthU, lengthV, hostsU, hostsV, hostsV0] = [0, 0, 0, 0, 0, 0, 0]

  /** Room for the distances between the hosts that two users clicked; each is computed when it is first asked for. */
  function meetHosts(u: number, v: number): void {
    ;[hostsU, hostsV0] = [local.at[u], local.at[v]] as [number, number]
    hostsV = (local.at[v + 1] as number) - hostsV0
    const needed = ((local.at[u + 1] as number) - hostsU) * hostsV
    if (ofHosts.length < needed) ofHosts = new Float64Array(needed * 2)
    for (let i = 0; i < needed; i++) ofHosts[i] = -1
  }

  /** The distance of the hosts of a row of u and a row of v. */
  function apartHosts(codeU: number, codeV: number): number {
    const at = codeU * hostsV + codeV
    const known = ofHosts[at] as number
    if (known >= 0) return known
    const distance = hostDistance(hosts, local.hosts[hostsU + codeU] as number, local.hosts[hostsV0 + codeV] as number)
    ofHosts[at] = distance
    return distance
  }

  /** The base of a row of u and a row of v. */
  function base(a: number, b: number): number {
    return (
      apartHosts(local.code[a] as number, local.code[b] as number) +
      apart(time[a] as number, time[b] as number) +
      apart(rank[a] as number, rank[b] as number) +
      apart(terms[query[a] as number] as number, terms[query[b] as number] as number)
    )
  }

  /**
   * The least base of rows of one history against rows of the other; both stand in order of time, so that the search goes outward
   * from a row's own time and ends where time alone is too far.
   */
  function boundRows(fromA: number, toA: number, fromB: number, toB: number, ofU: boolean): void {
    const [slot, zero] = ofU ? [fromA - fromU, fromV] : [lengthU + fromA - fromV, fromU]
    for (let a = fromA, middle = fromB; a < toA; a++) {
      const [timeA, rankA, termsA] = [time[a], rank[a], terms[query[a] as number]] as [number, number, number]
      const codeA = local.code[a] as number
      while (middle < toB && (time[middle] as number) < timeA) middle++
      const i = slot + a - fromA
      let [best, at] = [least[i] as number, where[i] as number]
      for (let b = middle; b < toB; b++) {
        let sum = apart(timeA, time[b] as number)
        if (sum >= best) break
        sum += apart(rankA, rank[b] as number) + apart(termsA, terms[query[b] as number] as number)
        if (sum >= best) continue
        sum += ofU ? apartHosts(codeA, local.code[b] as number) : apartHosts(local.code[b] as number, codeA)
        if (sum < best) [best, at] = [sum, b - zero]
      }
      for (let b = middle - 1; b >= fromB; b--) {
        let sum = apart(timeA, time[b] as number)
        if (sum >= best) break
        sum += apart(rankA, rank[b] as number) + apart(termsA, terms[query[b] as number] as number)
        if (sum >= best) continue
        sum += ofU ? apartHosts(codeA, local.code[b] as number) : apartHosts(local.code[b] as number, codeA)
        if (sum < best) [best, at] = [sum, b - zero]
      }
      least[i] = best
      where[i] = at
    }
  }

  /** Rows with a click against rows with one, and rows without against those without: others are at 1 or more by their hosts. */
  function boundAll(u: number, v: number): void {
    const [endU, endV] = [fromU + lengthU, fromV + lengthV]
    const [clickU, clickV] = [clicked[u], clicked[v]] as [number, number]
    for (let i = 0; i < lengthU + lengthV; i++) least[i] = Number.POSITIVE_INFINITY
    boundRows(fromU, clickU, fromV, clickV, true)
    boundRows(clickU, endU, clickV, endV, true)
    boundRows(fromV, clickV, fromU, clickU, false)
    boundRows(clickV, endV, clickU, endU, false)
    for (let i = 0; i < lengthU + lengthV; i++) {
      if ((least[i] as number) <= 1) continue
      const ofU = i < lengthU
      const row = ofU ? fromU + i : fromV + i - lengthU
      if (ofU) boundRows(row, row + 1, row < clickU ? clickV : fromV, row < clickU ? endV : clickV, true)
      else boundRows(row, row + 1, row < clickV ? clickU : fromU, row < clickV ? endU : clickU, false)
    }
  }

  /** The Hausdorff distance of the words of two queries, or any number of at least `limit` if it is no less. */
  function ofQueries(a: number, b: number, limit: number): number {
    if (a === b) return 0
    const [atA, endA, atB, endB] = [wordsAt[a], wordsAt[a + 1], wordsAt[b], wordsAt[b + 1]] as [
      number,
      number,
      number,
      number,
    ]
    if (atA === endA || atB === endB) return atA === endA && atB === endB ? 0 : 1
    const there = directed(atA, endA, atB, endB, 0, limit)
    return there >= limit ? there : directed(atB, endB, atA, endA, there, limit)
  }

  function directed(atA: number, endA: number, atB: number, endB: number, shown: number, limit: number): number {
    let most = shown
    for (let i = atA; i < endA && most < limit; i++) {
      let nearest = 1
      for (let j = atB; j < endB && nearest > most; j++) {
        const distance = ofWords(words[i] as number, words[j] as number, nearest)
        if (distance < nearest) nearest = distance
      }
      if (nearest > most) most = nearest
    }
    return most
  }

  /** Six times the distance of a row to the other history, or less than `shown` if it is no more than that. */
  function toHistory(i: number, shown: number): number {
    const ofU = i < lengthU
    const [row, from, length] = ofU ? [fromU + i, fromV, lengthV] : [fromV + i - lengthU, fromU, lengthU]
    let best = Number.POSITIVE_INFINITY
    // The most promising partner first, then all others.
    for (let step = -1; step < length; step++) {
      const other = from + (step < 0 ? (where[i] as number) : step)
      const sum = ofU ? base(row, other) : base(other, row)
      if (sum >= best) continue
      const whole = sum + 2 * ofQueries(query[row] as number, query[other] as number, (best - sum) / 2)
      if (whole < best) best = whole
      if (best <= shown) return shown
    }
    return best
  }

  function hausdorff(u: number, v: number): number {
    ;[fromU, fromV] = [offsets[u], offsets[v]] as [number, number]
    ;[lengthU, lengthV] = [(offsets[u + 1] as number) - fromU, (offsets[v + 1] as number) - fromV]
    meetHosts(u, v)
    boundAll(u, v)
    const rows = lengthU + lengthV
    let shown = 0
    for (let i = 0; i < rows; i++) if ((least[i] as number) > shown) shown = least[i] as number
    for (;;) {
      // Outliers first: they raise what is shown, and that frees the others.
      let [next, most] = [-1, shown - 2]
      for (let i = 0; i < rows; i++) {
        if ((least[i] as number) > most) {
          most = least[i] as number
          next = i
        }
      }
      if (next < 0) return shown / 6
      shown = Math.max(shown, toHistory(next, shown))
      least[next] = Number.NEGATIVE_INFINITY
    }
  }

  const distance = (u: number, v: number) =>
    u === v ? 0 : (Math.abs((count[u] as number) - (count[v] as number)) + hausdorff(u, v)) / 2
  return {
    size: offsets.length - 1,
    effort: ofWords.effort,
    distance,
    block(rows, columns, out) {
      let at = 0
      for (const u of rows) for (const v of columns) out[at++] = distance(u, v)
    },
  }
}

/** The distance of two normalised values; a missing one is at 1 from every other. */
function apart(x: number, y: number): number {
  const distance = x < y ? y - x : x - y
  return distance > 1 ? 1 : distance
}

function longestHistory(offsets: Uint32Array): number {
  let longest = 0
  for (let u = 1; u < offsets.length; u++)
    longest = Math.max(longest, (offsets[u] as number) - (offsets[u - 1] as number))
  return longest
}

/** The distinct hosts of each user, and for each row the number of its host among those of its user. */
function localHosts({ offsets, host }: SyntacticData) {
  const at = new Uint32Array(offsets.length)
  const code = new Uint32Array(host.length)
  const hosts: number[] = []
  for (let u = 0; u + 1 < offsets.length; u++) {
    const codes = new Map<number, number>()
    for (let row = offsets[u] as number; row < (offsets[u + 1] as number); row++) {
      const name = host[row] ?? NONE
      if (!codes.has(name)) {
        codes.set(name, codes.size)
        hosts.push(name)
      }
      code[row] = codes.get(name) as number
    }
    at[u + 1] = hosts.length
  }
  return { at, code, hosts: Uint32Array.from(hosts) }
}
