import { CHUNK_END, CHUNK_START, compress4, KEYED, Lanes, One, PARENT, ROOT } from './compress'

// Keyed BLAKE3 of one message of any length. All four lanes carry the same tree, so that the root, which is asked for output
// block by block, gives four blocks at once.

const CHUNK = 1024
const BLOCK = 64

const cv = memory.data(128, 16)
const message = memory.data(256, 16)
const keyLanes = memory.data(128, 16)
const result = memory.data(256, 16)
const last = memory.data(64, 16)
const stack = memory.data(128 * 32, 16)
let stacked: i32 = 0
let rootLength: i32 = 0
let rootFlags: i32 = 0

/** The same words in all lanes. */
function splat(from: usize, to: usize, words: usize): void {
  for (let i: usize = 0; i < words; i++) v128.store(to + (i << 4), v128.load32_splat(from + (i << 2)))
}

function splatBlock(at: usize, length: i32): void {
  if (length === BLOCK) {
    splat(at, message, 16)
    return
  }
  for (let i: usize = 0; i < 64; i += 16) v128.store(last + i, i32x4.splat(0))
  memory.copy(last, at, length)
  splat(last, message, 16)
}

// Short copies by hand: a call to copy memory costs more than they do.
function copyLanes(from: usize, to: usize): void {
  for (let i: usize = 0; i < 128; i += 16) v128.store(to + i, v128.load(from + i))
}

function step(counter: i32, length: i32, flags: i32): void {
  compress4<Lanes, Lanes>(cv, message, i32x4.splat(counter), i32x4.splat(length), flags, result)
  copyLanes(result, cv)
}

/** The first four blocks of output for a message of at most 64 bytes, with zeros up to 64 behind it: 256 bytes. */
export function hashShort4(key: usize, at: usize, length: i32, out: usize): void {
  const flags = KEYED | CHUNK_START | CHUNK_END | ROOT
  compress4<One, One>(key, at, i32x4(0, 1, 2, 3), i32x4.splat(length), flags, result)
  unlace(result, out, 16)
}

/** Takes in one chunk up to its last block, which stays in `message`; returns the flags of that block. */
function chunk(at: usize, length: i32, counter: i32): i32 {
  copyLanes(keyLanes, cv)
  let flags = KEYED | CHUNK_START
  let from = at
  let left = length
  while (left > BLOCK) {
    splatBlock(from, BLOCK)
    step(counter, BLOCK, flags)
    flags = KEYED
    from += BLOCK
    left -= BLOCK
  }
  splatBlock(from, left)
  rootLength = left
  return flags | CHUNK_END
}

/** Makes a parent of the value on the stack and the one in `cv`: ready to be compressed. */
function pair(): void {
  stacked--
  copyLanes(stack + ((<usize>stacked) << 7), message)
  copyLanes(cv, message + 128)
  copyLanes(keyLanes, cv)
}

/** Absorbs a message: the root is then ready to be squeezed. */
export function absorb(key: usize, at: usize, length: i32): void {
  splat(key, keyLanes, 8)
  let from = at
  let left = length
  let done: i32 = 0
  stacked = 0
  while (left > CHUNK) {
    const flags = chunk(from, CHUNK, done)
    step(done, BLOCK, flags)
    done++
    for (let total = done; (total & 1) === 0; total >>= 1) {
      pair()
      step(0, BLOCK, KEYED | PARENT)
    }
    copyLanes(cv, stack + ((<usize>stacked) << 7))
    stacked++
    from += CHUNK
    left -= CHUNK
  }
  rootFlags = chunk(from, left, done)
  while (stacked > 0) {
    step(rootFlags & PARENT ? 0 : done, rootLength, rootFlags)
    pair()
    rootLength = BLOCK
    rootFlags = KEYED | PARENT
  }
}

/** Four blocks of output from block `counter` on: 256 bytes. */
export function squeeze4(counter: i32, out: usize): void {
  const counters = i32x4.add(i32x4.splat(counter), i32x4(0, 1, 2, 3))
  compress4<Lanes, Lanes>(cv, message, counters, i32x4.splat(rootLength), rootFlags | ROOT, result)
  unlace(result, out, 16)
}

/** Lanes to lines: word i of lane j goes to out + 64 j + 4 i. */
export function unlace(lanes: usize, out: usize, words: usize): void {
  for (let i: usize = 0; i < words; i += 4) {
    const from = lanes + (i << 4)
    const a = v128.load(from)
    const b = v128.load(from, 16)
    const c = v128.load(from, 32)
    const d = v128.load(from, 48)
    const abLow = i32x4.shuffle(a, b, 0, 4, 1, 5)
    const abHigh = i32x4.shuffle(a, b, 2, 6, 3, 7)
    const cdLow = i32x4.shuffle(c, d, 0, 4, 1, 5)
    const cdHigh = i32x4.shuffle(c, d, 2, 6, 3, 7)
    const to = out + (i << 2)
    v128.store(to, i64x2.shuffle(abLow, cdLow, 0, 2))
    v128.store(to, i64x2.shuffle(abLow, cdLow, 1, 3), 64)
    v128.store(to, i64x2.shuffle(abHigh, cdHigh, 0, 2), 128)
    v128.store(to, i64x2.shuffle(abHigh, cdHigh, 1, 3), 192)
  }
}

/** Lines to lanes: four words of each of four lines. */
export function lace(a: v128, b: v128, c: v128, d: v128, to: usize): void {
  const abLow = i32x4.shuffle(a, b, 0, 4, 1, 5)
  const abHigh = i32x4.shuffle(a, b, 2, 6, 3, 7)
  const cdLow = i32x4.shuffle(c, d, 0, 4, 1, 5)
  const cdHigh = i32x4.shuffle(c, d, 2, 6, 3, 7)
  v128.store(to, i64x2.shuffle(abLow, cdLow, 0, 2))
  v128.store(to, i64x2.shuffle(abLow, cdLow, 1, 3), 16)
  v128.store(to, i64x2.shuffle(abHigh, cdHigh, 0, 2), 32)
  v128.store(to, i64x2.shuffle(abHigh, cdHigh, 1, 3), 48)
}
