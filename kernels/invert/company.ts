// What two tokens share, over the inverted index of one side [Kumar07] §3.5. A posting is (address of the sum of r, weight), interleaved.

/** One relation: rows of the left side, postings of the right, who is mapped to whom and what that counts for. All addresses. */
@unmanaged
export class Relation {
  rowStarts: usize
  rowTo: usize
  rowWeight: usize
  postingStarts: usize
  postings: usize
  mapping: usize
  worth: usize
  /** Neighbours that can add no more than this are passed over. */
  least: f32
}

/** Without a branch, which would be guessed wrong half of the time: numbers have 30 bits, so that the difference has its sign. */
function lesser(p: i32, q: i32): i32 {
  const more = q - p
  return p + (more & (more >> 31))
}

function minimum(sums: usize, at: usize, p: i32): void {
  const sum = sums + <usize>load<u32>(at)
  store<i32>(sum, load<i32>(sum) + lesser(p, load<i32>(at, 4)))
}

/** The same for two postings that lie side by side. */
function twoMinima(sums: usize, at: usize, p: v128): void {
  const least = i32x4.min_s(v128.load(at), p)
  const first = sums + <usize>load<u32>(at)
  store<i32>(first, load<i32>(first) + i32x4.extract_lane(least, 1))
  const second = sums + <usize>load<u32>(at, 8)
  store<i32>(second, load<i32>(second) + i32x4.extract_lane(least, 3))
}

/** sums[r] += sum over mapped neighbours of min(p, q), in 30 bits. Returns the mass of the neighbours that are mapped. */
export function addMinima(l: i32, relation: Relation, sums: usize): i32 {
  const postings = relation.postings
  let i = load<u32>(relation.rowStarts + ((<usize>l) << 2))
  const end = load<u32>(relation.rowStarts + ((<usize>l) << 2), 4)
  let covered: i32 = 0
  for (; i < end; i++) {
    const other = load<u32>(relation.rowTo + ((<usize>i) << 2))
    const t = load<i32>(relation.mapping + ((<usize>other) << 2))
    if (t < 0) continue
    const p = load<i32>(relation.rowWeight + ((<usize>i) << 2))
    covered += p
    let at = postings + ((<usize>load<u32>(relation.postingStarts + ((<usize>t) << 2))) << 3)
    const to = postings + ((<usize>load<u32>(relation.postingStarts + ((<usize>t) << 2), 4)) << 3)
    const least = i32x4.splat(p)
    for (const four = at + ((to - at) & ~31); at < four; at += 32) {
      twoMinima(sums, at, least)
      twoMinima(sums, at + 16, least)
    }
    for (; at < to; at += 8) minimum(sums, at, p)
  }
  return covered
}

function weighted(sums: usize, at: usize, p: i32, w: f32): void {
  const sum = sums + <usize>load<u32>(at)
  // Floats that are not negative compare as their bits do.
  store<f32>(sum, load<f32>(sum) + reinterpret<f32>(lesser(p, load<i32>(at, 4))) * w)
}

/** The same for two postings that lie side by side. */
function twoWeighted(sums: usize, at: usize, p: v128, w: f32): void {
  const least = i32x4.min_s(v128.load(at), p)
  const first = sums + <usize>load<u32>(at)
  store<f32>(first, load<f32>(first) + f32x4.extract_lane(least, 1) * w)
  const second = sums + <usize>load<u32>(at, 8)
  store<f32>(second, load<f32>(second) + f32x4.extract_lane(least, 3) * w)
}

/** sums[r] += sum over neighbours of what they are worth times min(p, q), as shares of 1. */
export function addWeighted(l: i32, relation: Relation, sums: usize): void {
  const postings = relation.postings
  let i = load<u32>(relation.rowStarts + ((<usize>l) << 2))
  const end = load<u32>(relation.rowStarts + ((<usize>l) << 2), 4)
  for (; i < end; i++) {
    const other = load<u32>(relation.rowTo + ((<usize>i) << 2))
    const w = load<f32>(relation.worth + ((<usize>other) << 2))
    if (w * load<f32>(relation.rowWeight + ((<usize>i) << 2)) <= relation.least) continue
    const t = load<i32>(relation.mapping + ((<usize>other) << 2))
    const p = load<i32>(relation.rowWeight + ((<usize>i) << 2))
    const first = load<u32>(relation.postingStarts + ((<usize>t) << 2))
    const last = load<u32>(relation.postingStarts + ((<usize>t) << 2), 4)
    let at = postings + ((<usize>first) << 3)
    const to = postings + ((<usize>last) << 3)
    const least = i32x4.splat(p)
    for (const four = at + ((to - at) & ~31); at < four; at += 32) {
      twoWeighted(sums, at, least, w)
      twoWeighted(sums, at + 16, least, w)
    }
    for (; at < to; at += 8) weighted(sums, at, p, w)
  }
}

/** For the bench: reads what a round reads and adds it up where a round adds it up, and nothing more. */
export function barePass(from: i32, to: i32, relation: Relation, sums: usize): void {
  for (let l = from; l < to; l++) {
    let i = load<u32>(relation.rowStarts + ((<usize>l) << 2))
    const end = load<u32>(relation.rowStarts + ((<usize>l) << 2), 4)
    for (; i < end; i++) {
      const t = load<i32>(relation.mapping + ((<usize>load<u32>(relation.rowTo + ((<usize>i) << 2))) << 2))
      if (t < 0) continue
      let at = relation.postings + ((<usize>load<u32>(relation.postingStarts + ((<usize>t) << 2))) << 3)
      const to = relation.postings + ((<usize>load<u32>(relation.postingStarts + ((<usize>t) << 2), 4)) << 3)
      for (; at < to; at += 8) {
        const sum = sums + <usize>load<u32>(at)
        store<i32>(sum, load<i32>(sum) + load<i32>(at, 4))
      }
    }
  }
}
