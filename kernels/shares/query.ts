import { CHUNK_END, CHUNK_START, compress4, KEYED, Lanes, One, ROOT } from './compress'
import { high, LIMBS, low, reduce256, storeLimbs, subtract } from './field'
import { absorb, hashShort4, lace, squeeze4, unlace } from './hash'

// What is derived from a query alone: its tag, its point key, its polynomial and its ciphertext. One entry holds it all:
//
//     0 hash   4 epoch   8 length of the query   12 length of the text   16 tag   32 point key   64 coefficients   query   text

export const EPOCH: usize = 4
export const LENGTH: usize = 8
export const SIZE: usize = 12
export const TAG: usize = 16
export const POINT_KEY: usize = 32
export const COEFFICIENTS: usize = 64

export const FIELD: i32 = 0
export const SHAMIR: i32 = 1
export const UNANIMOUS: i32 = 2

const SMALLEST: i32 = 32

const LABEL = memory.data<u8>([
  0x6c, 0x65, 0x74, 0x68, 0x65, 0x20, 0x73, 0x68, 0x61, 0x72, 0x65, 0x73, 0x20, 0x74, 0x65, 0x78, 0x74, 0x20, 0x31, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]) // "lethe shares text 1"
const LABEL_LENGTH: i32 = 19

const blocks = memory.data(256, 16)
const secret = memory.data(32, 16) // the second half stays zero
const messageLanes = memory.data(256, 16)
const resultLanes = memory.data(256, 16)

/** The size class of a query: 32 bytes, or four times as much as the class before; one byte marks the end. */
export function textLength(length: i32): i32 {
  let size = SMALLEST
  while (size <= length) size <<= 2
  return size
}

/**
 * Derives point key and coefficients from a seed (the query itself, or what the oblivious function made of it), which has
 * zeros up to 64 bytes behind it.
 */
export function deriveShares(key: usize, seed: usize, length: i32, scheme: i32, t: i32, entry: usize): void {
  // Four blocks hold a point key and seven coefficients.
  if (length <= 64 && t <= 7) hashShort4(key, seed, length, blocks)
  else {
    absorb(key, seed, length)
    squeeze4(0, blocks)
  }
  v128.store(entry + POINT_KEY, v128.load(blocks))
  v128.store(entry + POINT_KEY, v128.load(blocks, 16), 16)
  let restLow: u64 = 0
  let restHigh: u64 = 0
  for (let i: i32 = 0; i < t; i++) {
    const at = (i + 1) & 7
    if (at === 0) squeeze4((i + 1) >> 1, blocks)
    reduce256(blocks + ((<usize>at) << 5))
    if (i === 0) setSecret(low, high)
    if (scheme !== UNANIMOUS) storeLimbs(entry + COEFFICIENTS + <usize>i * LIMBS)
    else {
      if (i > 0) {
        // [Adar07] §5.2: S_t = S - (S_1 + ... + S_{t-1})
        storeBucket(entry, i)
        subtract(restLow, restHigh, low, high)
      }
      restLow = low
      restHigh = high
    }
  }
  if (scheme === UNANIMOUS) storeBucket(entry, t)
}

function storeBucket(entry: usize, bucket: i32): void {
  const at = entry + COEFFICIENTS + <usize>(bucket - 1) * LIMBS
  store<u64>(at, low)
  store<u64>(at, high, 8)
}

/** Sets the secret that texts are sealed and opened with. */
export function setSecret(lo: u64, hi: u64): void {
  store<u64>(secret, lo)
  store<u64>(secret, hi, 8)
}

/**
 * Encrypts a query under the secret derived last. The tag is the keyed hash of the padded query under that secret: it names
 * the query, authenticates it, and commits to the secret.
 */
export function seal(query: usize, length: i32, tag: usize, text: usize): void {
  const size = textLength(length)
  if (size === SMALLEST) {
    // the end of the query is followed by zeros
    store<u8>(query + length, 0x80)
    const first = v128.load(query)
    const second = v128.load(query, 16)
    store<u8>(query + length, 0)
    hashAndStream(first, second)
    v128.store(tag, v128.load(blocks))
    v128.store(text, v128.xor(first, v128.load(blocks, 64)))
    v128.store(text, v128.xor(second, v128.load(blocks, 80)), 16)
    return
  }
  memory.copy(text, query, length)
  store<u8>(text + length, 0x80)
  memory.fill(text + length + 1, 0, size - length - 1)
  absorb(secret, text, size)
  squeeze4(0, blocks)
  v128.store(tag, v128.load(blocks))
  mask(text, size)
}

/** At once the hash of a padded query of the smallest class (first block) and the first blocks of the key stream (the others). */
function hashAndStream(first: v128, second: v128): void {
  const labelFirst = v128.load(LABEL)
  const labelSecond = v128.load(LABEL, 16)
  lace(first, labelFirst, labelFirst, labelFirst, messageLanes)
  lace(second, labelSecond, labelSecond, labelSecond, messageLanes + 64)
  // the other half of a message stays zero
  compress4<One, Lanes>(
    secret,
    messageLanes,
    i32x4(0, 0, 1, 2),
    i32x4(SMALLEST, LABEL_LENGTH, LABEL_LENGTH, LABEL_LENGTH),
    KEYED | CHUNK_START | CHUNK_END | ROOT,
    resultLanes,
  )
  unlace(resultLanes, blocks, 8)
}

/** Adds the key stream of the secret. */
function mask(text: usize, size: i32): void {
  absorb(secret, LABEL, LABEL_LENGTH)
  for (let at: i32 = 0; at < size; at += 16) {
    if ((at & 255) === 0) squeeze4(at >> 6, blocks)
    const to = text + at
    v128.store(to, v128.xor(v128.load(to), v128.load(blocks + (at & 255))))
  }
}

/**
 * Decrypts a text in place under the secret; the length of the query, or -1 if tag, secret and text do not belong together.
 */
export function open(tag: usize, text: usize, size: i32): i32 {
  let known = SMALLEST
  while (known < size) known <<= 2
  if (known !== size) return -1
  mask(text, size)
  absorb(secret, text, size)
  squeeze4(0, blocks)
  if (v128.any_true(v128.xor(v128.load(blocks), v128.load(tag)))) return -1
  return unpadded(text, size)
}

/** The same for a text of the smallest class, which is taken in halves. Nothing is written where it does not open. */
export function openSmallest(first: v128, second: v128, tag: v128, to: usize): i32 {
  const none = i32x4.splat(0)
  hashAndStream(none, none)
  const clearFirst = v128.xor(first, v128.load(blocks, 64))
  const clearSecond = v128.xor(second, v128.load(blocks, 80))
  hashAndStream(clearFirst, clearSecond)
  if (v128.any_true(v128.xor(v128.load(blocks), tag))) return -1
  v128.store(to, clearFirst)
  v128.store(to, clearSecond, 16)
  return unpadded(to, SMALLEST)
}

/** The length of a text up to its mark. */
function unpadded(text: usize, size: i32): i32 {
  let end = size - 1
  while (end > 0 && load<u8>(text + end) === 0) end--
  return load<u8>(text + end) === 0x80 ? end : -1
}
