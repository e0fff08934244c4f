import type { Corpus } from './corpus.js'
import { byRow, type Distances, insert, type Nearest } from './distances.js'
import { besideTokens, damped, type Graph, restricted, rightOf, together, transposed } from './graph.js'
import { completed, type Mapped, type Mapping } from './mapping.js'
import { firstBelow, normalised, ONE, type Postings, postings } from './overlap.js'
import { type Profiles, profiles, unlike } from './profile.js'
import type { Watch } from './published.js'
import { scoreGreedy } from './score-greedy.js'

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
/** Candidates by company whose profiles are compared, in expansion. */
const CANDIDATES = 64
/** In expansion a neighbour of more tokens than this tells too little for what it costs. */
const LONGEST = 3000
/** Up to this many tokens a stage of expansion has a second round. */
const TWICE = 16_384
/** What profiles count for once company is known. */
const PROFILE = 0.3
/** What the relations count for: together; before and behind; beside something in clear. */
const TOGETHER = 2
const ADJACENT = 1
const CLEAR = 3
/** The margin at which a pair is trusted in full. */
const TRUSTED = 0.15
/** Brings the information of a token of middling frequency to 1. */
const INFORMATION = 6

interface Side {
  readonly corpus: Corpus
  /** Neighbour graphs over the whole context vocabulary. */
  readonly graphs: readonly Graph[]
  readonly clear: Graph | undefined
}

/**
 * The co-occurrence attack with everything a careful attacker adds to the published one: what a person repeats is damped; neighbours before and behind count
 * apart where order is kept; rare neighbours tell more than common ones; a neighbour counts by how sure its own mapping is; more tokens
 * are mapped than asked for, since they are company too; what stands beside in clear on both sides is company that needs no mapping.
 */
export function informed(
  hashes: Corpus,
  reference: Corpus,
  settings: Informed,
  watch: Watch = () => undefined,
): Mapped {
  const width = Math.max(settings.n, settings.context)
  const left = sideOf(hashes, width, settings)
  const right = sideOf(reference, width, settings)
  const information = informationOf(reference, width)
  let size = Math.min(CORE, width)
  let stage = stageOf(left, right, size, settings)
  let mapped = scoreGreedy(byRow(stage.n, stage.width, (l, into) => into.set(stage.unlike!(l))))
  watch(size, 0, mapped)
  for (let round = 1; round <= settings.iterations; round++) {
    mapped = scoreGreedy(companyDistances(stage, mapped, information))
    watch(size, round, mapped)
  }
  while (size < width) {
    size = Math.min(size * 2, width)
    stage = stageOf(left, right, size, settings)
    for (let round = 0; round < (size > TWICE ? 1 : 2); round++) {
      mapped = completed(scoreGreedy(companyDistances(stage, mapped, information)), stage.width)
      watch(size, round, mapped)
    }
  }
  if (settings.n === size) return mapped
  // The last word among those that were asked for alone.
  const asked = stageOf(left, right, size, settings)
  const [n, m] = [Math.min(settings.n, asked.n), Math.min(settings.n, asked.width)]
  const distances = companyDistances(asked, mapped, information)
  const last = scoreGreedy(firstOnly(distances, n, m))
  return completed(last, m)
}

function sideOf(corpus: Corpus, width: number, { ordered, clear }: Informed): Side {
  const n = Math.min(width, corpus.tokens.length)
  const any = together(corpus, n, damped)
  const right = ordered ? rightOf(corpus, n, damped) : undefined
  return {
    corpus,
    graphs: right ? [any, transposed(right), right] : [any],
    clear: clear > 0 ? besideTokens(corpus, n, damped, clear) : undefined,
  }
}

/** What company of each token of the reference tells: the rarer, the more. */
function informationOf({ frequency, occurrences }: Corpus, width: number): Float64Array {
  return Float64Array.from(frequency.subarray(0, width), (f) => Math.log(occurrences / f) / INFORMATION)
}

type Stage = ReturnType<typeof stageOf>

function stageOf(left: Side, right: Side, size: number, { ordered, clear }: Informed) {
  const cut = (side: Side) => side.graphs.map((graph) => restricted(graph, size))
  const [mine, theirs] = [cut(left), cut(right)]
  const [n, width] = [mine[0]!.n, theirs[0]!.n]
  const profile = {
    left: profiles(left.corpus, mine, n, ordered),
    right: profiles(right.corpus, theirs, width, ordered),
  }
  const relation = (graph: Graph, other: Graph, weight: number) => ({
    left: normalised(graph),
    right: postings(normalised(other)),
    weight,
  })
  const alone = ordered ? TOGETHER : TOGETHER + 2 * ADJACENT
  return {
    n,
    width,
    profile,
    relations: mine.map((graph, g) => relation(graph, theirs[g]!, g === 0 ? alone : ADJACENT)),
    clear: clearOf(left, right, n, width, clear),
    unlike: size <= CORE ? allUnlike(profile) : undefined,
  }
}

/** Company in clear, with how much each thing tells. */
function clearOf(left: Side, right: Side, n: number, width: number, known: number) {
  if (!left.clear || !right.clear) return undefined
  const theirs = right.clear
  const often = new Float64Array(known)
  for (let i = 0; i < theirs.to.length; i++) often[theirs.to[i]!]! += theirs.weight[i]!
  const all = often.reduce((sum, value) => sum + value, 0)
  return {
    left: normalised(firstRows(left.clear, n)),
    right: postings(normalised(firstRows(theirs, width)), known),
    information: often.map((value) => (value === 0 ? 0 : Math.log(all / value) / INFORMATION)),
  }
}

function firstRows({ starts, to, weight }: Graph, n: number): Graph {
  return { n, starts: starts.subarray(0, n + 1), to: to.subarray(0, starts[n]), weight: weight.subarray(0, starts[n]) }
}

/** All pairs of profiles, once. */
function allUnlike({ left, right }: { readonly left: Profiles; readonly right: Profiles }) {
  const all = new Float32Array(left.n * right.n)
  for (let l = 0; l < left.n; l++) for (let r = 0; r < right.n; r++) all[l * right.n + r] = unlike(left, l, right, r)
  return (l: number) => all.subarray(l * right.n, (l + 1) * right.n)
}

/** Less is nearer: profiles that differ, minus company that is shared. */
function companyDistances(stage: Stage, { mu, margin }: Mapped, information: Float64Array): Distances {
  const { n, width } = stage
  const worth = trust(mu, margin, information)
  const sums = new Float64Array(width)
  const longest = stage.unlike ? Number.POSITIVE_INFINITY : LONGEST
  const gather = (l: number) => {
    for (const { left, right, weight } of stage.relations)
      for (let i = left.starts[l]!; i < left.starts[l + 1]!; i++) {
        const other = left.to[i]!
        const w = (worth[other] ?? 0) * weight
        if (w > 0 && lengthOf(right, mu[other]!) <= longest) addWeighted(sums, right, mu[other]!, left.weight[i]!, w)
      }
    if (stage.clear) {
      const { left, right, information: tells } = stage.clear
      for (let i = left.starts[l]!; i < left.starts[l + 1]!; i++)
        addWeighted(sums, right, left.to[i]!, left.weight[i]!, (tells[left.to[i]!]! * CLEAR) / ONE)
    }
  }
  if (stage.unlike) {
    const { unlike: profileOf } = stage
    return byRow(n, width, (l, into) => {
      gather(l)
      const differ = profileOf(l)
      for (let r = 0; r < width; r++) into[r] = PROFILE * differ[r]! - sums[r]!
      sums.fill(0)
    })
  }
  return byCandidates(stage, sums, gather)
}

/** Only the tokens with the most shared company have their profiles compared. */
function byCandidates(stage: Stage, sums: Float64Array, gather: (l: number) => void): Distances {
  const { n, width, profile } = stage
  const most: Nearest = { r: new Int32Array(CANDIDATES), d: new Float64Array(CANDIDATES) }
  const candidates = (l: number, taken: Uint8Array | undefined, see: (r: number, d: number) => void) => {
    gather(l)
    let found = 0
    let worst = Number.POSITIVE_INFINITY
    for (let r = 0; r < width; r++) {
      const sum = sums[r]!
      if (sum === 0) continue
      sums[r] = 0
      if (-sum > worst || taken?.[r] === 1) continue
      found = insert(most, found, r, -sum)
      if (found === CANDIDATES) worst = most.d[found - 1]!
    }
    for (let i = 0; i < found; i++)
      see(most.r[i]!, most.d[i]! + PROFILE * unlike(profile.left, l, profile.right, most.r[i]!))
  }
  return {
    left: n,
    right: width,
    row(l, into) {
      into.fill(Number.POSITIVE_INFINITY)
      candidates(l, undefined, (r, d) => {
        into[r] = d
      })
    },
    nearest(l, taken, into) {
      let found = 0
      candidates(l, taken, (r, d) => {
        found = insert(into, found, r, d)
      })
      return found
    },
  }
}

/** Distances among the first of both sides. */
function firstOnly(distances: Distances, n: number, m: number): Distances {
  const all = new Float64Array(distances.right)
  return byRow(n, m, (l, into) => {
    distances.row(l, all)
    into.set(all.subarray(0, m))
  })
}

/** What a mapped hash counts for as company: the information of its token, as far as the pair is trusted. */
function trust(mu: Mapping, margin: Float64Array, information: Float64Array): Float64Array {
  return Float64Array.from(mu, (r, l) =>
    r < 0 ? 0 : (Math.max(0, Math.min(1, 0.5 + margin[l]! / TRUSTED)) * information[r]!) / ONE,
  )
}

const lengthOf = ({ starts }: Postings, t: number) => (starts[t + 1]! - starts[t]!) / 2

function addWeighted(sums: Float64Array, { starts, entries }: Postings, t: number, p: number, w: number): void {
  const [from, to] = [starts[t]!, starts[t + 1]!]
  const split = firstBelow(entries, from, to, p)
  const whole = p * w
  for (let j = from; j < split; j += 2) sums[entries[j]!]! += whole
  for (let j = split; j < to; j += 2) sums[entries[j]!]! += entries[j + 1]! * w
}
