// For some hashes, the nearest tokens that are open: each row is gathered over the inverted index, then looked through once and cleared.
import { addMinima, addWeighted, Relation } from './company'
import { featureDistance, featureDistances, ROW } from './features'
import { insert } from './list'
import { unlike } from './profiles'

const ONE: f64 = 1073741824

/** Which hashes are asked about, which tokens are open, and where the lists go. Addresses, but for numbers. */
@unmanaged
export class Asked {
  /** Numbers of hashes; the list of the i-th is the i-th. */
  rows: usize
  /** One byte for each token: 1 if it is taken. */
  taken: usize
  /** Number of tokens. Arrays are read in fours: there is room behind them. */
  width: i32
  /** Number of tokens that a list holds. */
  limit: i32
  found: usize
  numbers: usize
  distances: usize
}

/** Features, for pruning and expansion. */
@unmanaged
export class Features {
  left: usize
  columns: usize
  /** Bytes of a column. */
  stride: usize
  /** For each hash how far a token may be; 0 if all are considered. */
  bounds: usize
}

function open(asked: Asked, r: i32): bool {
  return r < asked.width && load<u8>(asked.taken + <usize>r) === 0
}

function within(features: Features, l: i32, r: i32): bool {
  return (
    features.bounds === 0 ||
    featureDistance(features.left + <usize>l * ROW, features.columns + ((<usize>r) << 3), features.stride) <=
      load<f64>(features.bounds + ((<usize>l) << 3))
  )
}

/** L1 under a mapping [Kumar07] §3.3: |a| + |b| - 2 sum min(a, b), in whole numbers. Only tokens that share something are listed. */
export function nearestByMinima(
  asked: Asked,
  from: i32,
  to: i32,
  sums: usize,
  relation: Relation,
  mine: usize,
  theirs: usize,
  features: Features,
): void {
  const width = asked.width
  const limit = asked.limit
  for (let slot = from; slot < to; slot++) {
    const l = load<i32>(asked.rows + ((<usize>slot) << 2))
    const ds = asked.distances + ((<usize>slot * limit) << 3)
    const rs = asked.numbers + ((<usize>slot * limit) << 2)
    const own = load<i32>(mine + ((<usize>l) << 2))
    addMinima(l, relation, sums)
    let found: i32 = 0
    let worst: i32 = i32.MAX_VALUE
    for (let r: i32 = 0; r < width; r += 4) {
      const at = sums + ((<usize>r) << 2)
      const shared = v128.load(at)
      const keys = i32x4.sub(v128.load(theirs + ((<usize>r) << 2)), i32x4.shl(shared, 1))
      const near = v128.andnot(i32x4.lt_s(keys, i32x4.splat(worst)), i32x4.eq(shared, i32x4.splat(0)))
      if (v128.any_true(near)) {
        v128.store(at, keys)
        for (let lanes = i32x4.bitmask(near); lanes !== 0; lanes &= lanes - 1) {
          const lane = ctz(lanes)
          const key = load<i32>(at + ((<usize>lane) << 2))
          const token = r + lane
          if (key >= worst || !open(asked, token) || !within(features, l, token)) continue
          found = insert(ds, rs, limit, found, (<f64>own + <f64>key) / ONE, token)
          if (found === limit) worst = <i32>(load<f64>(ds + ((<usize>(limit - 1)) << 3)) * ONE - <f64>own)
        }
      }
      v128.store(at, i32x4.splat(0))
    }
    store<i32>(asked.found + ((<usize>slot) << 2), found)
  }
}

/** [Kumar07] §3.4, expansion: `a - o + (1 - a) |g - g| / C` for tokens from `first` on. */
export function nearestByExpansion(
  asked: Asked,
  from: i32,
  to: i32,
  sums: usize,
  relation: Relation,
  first: i32,
  features: Features,
): void {
  const width = asked.width
  const limit = asked.limit
  const scratch = sums + ((<usize>((width + 3) & ~3)) << 2)
  for (let slot = from; slot < to; slot++) {
    const l = load<i32>(asked.rows + ((<usize>slot) << 2))
    const ds = asked.distances + ((<usize>slot * limit) << 3)
    const rs = asked.numbers + ((<usize>slot * limit) << 2)
    const row = features.left + <usize>l * ROW
    const a = <f64>addMinima(l, relation, sums) / ONE
    const part = (1 - a) / 5
    const bound = features.bounds === 0 ? Infinity : load<f64>(features.bounds + ((<usize>l) << 3))
    let found: i32 = 0
    let worst: f64 = Infinity
    for (let r: i32 = first & ~1; r < width; r += 2) {
      const apart = featureDistances(row, features.columns + ((<usize>r) << 3), features.stride)
      const shared = f64x2.convert_low_i32x4_s(v128.load64_zero(sums + ((<usize>r) << 2)))
      const d = f64x2.add(
        f64x2.sub(f64x2.splat(a), f64x2.mul(shared, f64x2.splat(1 / ONE))),
        f64x2.mul(f64x2.splat(part), apart),
      )
      const near = v128.and(f64x2.lt(d, f64x2.splat(worst)), f64x2.le(apart, f64x2.splat(bound)))
      if (!v128.any_true(near)) continue
      v128.store(scratch, d)
      v128.store(scratch + 16, near)
      for (let lane: i32 = 0; lane < 2; lane++) {
        const token = r + lane
        const distance = load<f64>(scratch + ((<usize>lane) << 3))
        if (load<i64>(scratch + 16 + ((<usize>lane) << 3)) === 0 || !(distance < worst) || !open(asked, token)) continue
        found = insert(ds, rs, limit, found, distance, token)
        if (found === limit) worst = load<f64>(ds + ((<usize>(limit - 1)) << 3))
      }
    }
    memory.fill(sums, 0, (<usize>width) << 2)
    store<i32>(asked.found + ((<usize>slot) << 2), found)
  }
}

/** Profiles of both sides, and where all pairs of them are compared already. */
@unmanaged
export class Profiles {
  left: usize
  right: usize
  /** Bytes of a row. */
  bytes: usize
  /** What profiles count for. */
  weight: f32
  /** All pairs by rows of `stride` bytes; 0 if there are too many. */
  all: usize
  stride: usize
  /** Number of tokens, those with the most shared company, whose profiles are compared where there are too many. */
  candidates: i32
}

/** Profiles that differ minus company that is shared, over several relations. */
export function nearestByCompany(
  asked: Asked,
  from: i32,
  to: i32,
  sums: usize,
  relations: usize,
  count: i32,
  profiles: Profiles,
): void {
  for (let slot = from; slot < to; slot++) {
    const l = load<i32>(asked.rows + ((<usize>slot) << 2))
    for (let i: i32 = 0; i < count; i++)
      addWeighted(l, changetype<Relation>(relations + <usize>i * offsetof<Relation>()), sums)
    const found =
      profiles.all === 0 ? fromCandidates(asked, slot, l, sums, profiles) : fromAll(asked, slot, l, sums, profiles)
    store<i32>(asked.found + ((<usize>slot) << 2), found)
  }
}

function fromAll(asked: Asked, slot: i32, l: i32, sums: usize, profiles: Profiles): i32 {
  const limit = asked.limit
  const ds = asked.distances + ((<usize>slot * limit) << 3)
  const rs = asked.numbers + ((<usize>slot * limit) << 2)
  const differ = profiles.all + <usize>l * profiles.stride
  let found: i32 = 0
  let worst: f32 = Infinity
  for (let r: i32 = 0; r < asked.width; r += 4) {
    const at = sums + ((<usize>r) << 2)
    const keys = f32x4.sub(
      f32x4.mul(v128.load(differ + ((<usize>r) << 2)), f32x4.splat(profiles.weight)),
      v128.load(at),
    )
    if (v128.any_true(f32x4.lt(keys, f32x4.splat(worst)))) {
      v128.store(at, keys)
      for (let lane: i32 = 0; lane < 4; lane++) {
        const key = load<f32>(at + ((<usize>lane) << 2))
        if (!(key < worst) || !open(asked, r + lane)) continue
        found = insert(ds, rs, limit, found, <f64>key, r + lane)
        if (found === limit) worst = <f32>load<f64>(ds + ((<usize>(limit - 1)) << 3))
      }
    }
    v128.store(at, f32x4.splat(0))
  }
  return found
}

/** Only tokens that share company; of these only those that share the most have their profiles compared. */
function fromCandidates(asked: Asked, slot: i32, l: i32, sums: usize, profiles: Profiles): i32 {
  const limit = asked.limit
  const ds = asked.distances + ((<usize>slot * limit) << 3)
  const rs = asked.numbers + ((<usize>slot * limit) << 2)
  const most = profiles.candidates
  const keptDs = sums + ((<usize>((asked.width + 3) & ~3)) << 2)
  const keptRs = keptDs + ((<usize>most) << 3)
  let kept: i32 = 0
  let least: f32 = 0
  for (let r: i32 = 0; r < asked.width; r += 4) {
    const at = sums + ((<usize>r) << 2)
    const shared = v128.load(at)
    if (v128.any_true(f32x4.gt(shared, f32x4.splat(least))))
      for (let lane: i32 = 0; lane < 4; lane++) {
        const sum = load<f32>(at + ((<usize>lane) << 2))
        if (!(sum > least) || !open(asked, r + lane)) continue
        kept = insert(keptDs, keptRs, most, kept, -(<f64>sum), r + lane)
        if (kept === most) least = <f32>-load<f64>(keptDs + ((<usize>(most - 1)) << 3))
      }
    v128.store(at, f32x4.splat(0))
  }
  let found: i32 = 0
  for (let i: i32 = 0; i < kept; i++) {
    const r = load<i32>(keptRs + ((<usize>i) << 2))
    const differ = unlike(
      profiles.left + <usize>l * profiles.bytes,
      profiles.right + <usize>r * profiles.bytes,
      profiles.bytes,
    )
    const d = load<f64>(keptDs + ((<usize>i) << 3)) + <f64>(profiles.weight * differ)
    found = insert(ds, rs, limit, found, d, r)
  }
  return found
}
