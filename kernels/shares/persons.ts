import { CHUNK_END, CHUNK_START, compress4, KEYED, Lanes, ROOT } from './compress'
import { absorb, lace, squeeze4, unlace } from './hash'
import { POINT_KEY } from './query'
import { epochKeys } from './room'
import { lengthOf, lengths, rowAt, waiting } from './waiting'

// Keyed hashes of the persons of all waiting rows, in four lanes.

const keyLanes = memory.data(128, 16)
const messageLanes = memory.data(256, 16)
const hashLanes = memory.data(256, 16)
const longHash = memory.data(256, 16)

/** The keyed hash of each person, by the point key of the query or by the key for pseudonyms. */
export function hashPersons(forPseudonyms: bool, out: usize): void {
  for (let i = waiting; i < 4; i++) store<i32>(lengths + ((<usize>i) << 2), 0)
  const last = waiting - 1
  const key0 = keyOf(0, forPseudonyms)
  const key1 = keyOf(min(1, last), forPseudonyms)
  const key2 = keyOf(min(2, last), forPseudonyms)
  const key3 = keyOf(last, forPseudonyms)
  lace(v128.load(key0), v128.load(key1), v128.load(key2), v128.load(key3), keyLanes)
  lace(v128.load(key0, 16), v128.load(key1, 16), v128.load(key2, 16), v128.load(key3, 16), keyLanes + 64)
  const sizes = v128.load(lengths)
  for (let i: i32 = 0; i < 64; i += 16) {
    const to = messageLanes + ((<usize>i) << 2)
    if (i === 0 || v128.any_true(i32x4.gt_s(sizes, i32x4.splat(i))))
      lace(piece(0, i), piece(1, i), piece(2, i), piece(3, i), to)
    else for (let w: usize = 0; w < 64; w += 16) v128.store(to + w, i32x4.splat(0))
  }
  const flags = KEYED | CHUNK_START | CHUNK_END | ROOT
  compress4<Lanes, Lanes>(keyLanes, messageLanes, i32x4.splat(0), sizes, flags, hashLanes)
  unlace(hashLanes, out, 4)
  if (v128.any_true(i32x4.gt_s(sizes, i32x4.splat(64)))) hashLong(forPseudonyms, out)
}

/** Names that do not fit into one block of the hash, one by one. */
function hashLong(forPseudonyms: bool, out: usize): void {
  for (let i: i32 = 0; i < waiting; i++) {
    if (lengthOf(i) <= 64) continue
    absorb(keyOf(i, forPseudonyms), rowAt(i).person, lengthOf(i))
    squeeze4(0, longHash)
    v128.store(out + ((<usize>i) << 6), v128.load(longHash))
  }
}

/** Bytes `from` to `from + 16` of a waiting person, zeros behind the end. */
function piece(i: i32, from: i32): v128 {
  const left = lengthOf(i) - from
  if (left <= 0) return i32x4.splat(0)
  const bytes = v128.load(rowAt(i).person + from)
  if (left >= 16) return bytes
  return v128.and(bytes, i8x16.lt_s(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat(<i8>left)))
}

function keyOf(i: i32, forPseudonyms: bool): usize {
  return forPseudonyms ? epochKeys + ((<usize>rowAt(i).epoch) << 6) + 32 : rowAt(i).entry + POINT_KEY
}
