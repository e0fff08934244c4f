import { askSeed, DONE, givenSeed, NONE, SEED, seed } from './asks'
import { flush } from './output'
import { deriveShares, EPOCH, LENGTH, SIZE, seal, TAG, textLength } from './query'
import { entries, entryMask, epochKeys, query, queryOffset, stride, t, textOffset } from './room'
import { outsideSeeds, scheme } from './settings'
import { same, tableHash } from './text'
import { waitsFor } from './waiting'

// A table of what was derived from recent queries. Each has two places in it.

/** The entry of the query at hand; one that holds nothing yet (see `isFresh`) if it is not a recent one. */
export function recent(epoch: i32, length: i32): usize {
  const hash = tableHash(query, length, <u32>epoch)
  const first = entries + <usize>((hash >> 1) & entryMask) * stride
  if (holds(first, hash, epoch, length)) return first
  const second = entries + <usize>(((hash >> 1) & entryMask) ^ 1) * stride
  if (holds(second, hash, epoch, length)) return second
  // The older of the two has not been told apart: chance does nearly as well.
  const out = isFresh(first) ? first : isFresh(second) ? second : hash & 0x40000000 ? first : second
  if (waitsFor(out)) flush()
  store<u32>(out, 0)
  return out
}

/** A hash is never 0. */
export function isFresh(entry: usize): bool {
  return load<u32>(entry) === 0
}

function holds(entry: usize, hash: u32, epoch: i32, length: i32): bool {
  return (
    load<u32>(entry) === hash &&
    load<i32>(entry, EPOCH) === epoch &&
    load<i32>(entry, LENGTH) === length &&
    same(entry + queryOffset, query, length)
  )
}

/** Derives what a fresh entry of the query at hand is to hold, and keeps it; SEED if the caller is asked. */
export function fill(entry: usize, epoch: i32, length: i32): i32 {
  const reason = derive(entry, entry + textOffset, epoch, length)
  if (reason !== DONE) return reason
  store<u32>(entry, tableHash(query, length, <u32>epoch))
  store<u32>(entry, <u32>epoch, EPOCH)
  store<u32>(entry, <u32>length, LENGTH)
  for (let i: i32 = 0; i < length; i += 16) v128.store(entry + queryOffset + i, v128.load(query + i))
  return DONE
}

/** Derives tag, shares and text from the query at hand; SEED if the caller is asked. */
export function derive(entry: usize, text: usize, epoch: i32, length: i32): i32 {
  const key = epochKeys + ((<usize>epoch) << 6)
  if (!outsideSeeds) deriveShares(key, query, length, scheme, t, entry)
  else if (givenSeed === NONE) {
    askSeed(query, length, epoch)
    return SEED
  } else deriveShares(key, seed, givenSeed, scheme, t, entry)
  seal(query, length, entry + TAG, text)
  store<u32>(entry, <u32>textLength(length), SIZE)
  return DONE
}
