import { clear, take, takeEmpty } from '../base/arena'
import { sameBytes } from './bytes'

// The words that detectors know, with what they know of them. A word is its length (1 byte), what it may be as a first and as a last name (1 each), what else it is
// (1, in bits below), and its letters.
export const STATE: u32 = 1
export const CITY: u32 = 2
export const PEOPLE: u32 = 4
export const PARTICLE: u32 = 8
/** A last name that is no word, whatever list has it. */
export const LAST_ALONE: u32 = 16
/** A first name that is no word, and one that many have. */
export const FIRST_ALONE: u32 = 32
export const USUAL: u32 = 64
/** A last name of the lists that also tell what is no foreign word. */
export const LISTED: u32 = 128
const HEAD: usize = 4

/** Room for the words. */
export let words: usize = 0
/** What pairs are worth a look: a byte for each first name's class and each last name's, with a bit for each way in which they may stand. */
export let pairs: usize = 0
/** Endings of last names: a length and so many bytes each, and 0 behind them. */
export let endings: usize = 0
let lastClasses: u32 = 0

/** By hash: half of it, and a word. */
let slots: usize = 0
let slotMask: u32 = 0
/** Words that are worth a second look, by a bit of their hash: those that pass by chance cost time alone. */
let marks: usize = 0
const MARK_BITS: u32 = 19

export const SEED: u32 = 0x811c9dc5

export function mix(hash: u32, code: u32): u32 {
  return (hash ^ code) * 0x01000193
}

function spread(hash: u32): u32 {
  hash = (hash ^ (hash >> 15)) * 0x2c1b3c6d
  return hash ^ (hash >> 12)
}

/** Room for so many bytes of words, classes of names, and bytes of endings. */
export function room(bytes: usize, first: u32, last: u32, ends: usize): void {
  clear()
  words = take(bytes)
  pairs = take(<usize>(first * last))
  endings = takeEmpty(ends + 1)
  lastClasses = last
}

/** Makes the table of so many words that lie there. */
export function index(count: u32): void {
  let size: u32 = 16
  while (size < count * 2) size <<= 1
  slots = takeEmpty((<usize>size) << 3)
  slotMask = size - 1
  marks = takeEmpty(1 << (MARK_BITS - 3))
  let word = words
  for (let i: u32 = 0; i < count; i++) {
    const length = lengthOf(word)
    let hash = SEED
    for (let k: u32 = 0; k < length; k++) hash = mix(hash, load<u8>(lettersOf(word) + k))
    const spreaded = spread(hash)
    let slot = spreaded & slotMask
    while (wordIn(slot) !== 0) slot = (slot + 1) & slotMask
    store<u32>(slots + ((<usize>slot) << 3), hash)
    store<u32>(slots + ((<usize>slot) << 3), <u32>word, 4)
    if (firstOf(word) !== 0) {
      const at = marks + (spreaded >> (32 - MARK_BITS + 3))
      store<u8>(at, <u8>(<u32>load<u8>(at) | (1 << ((spreaded >> (32 - MARK_BITS)) & 7))))
    }
    word = lettersOf(word) + length
  }
}

/** May a word with this hash be a first name? */
export function marked(hash: u32): u32 {
  const spreaded = spread(hash)
  return (<u32>load<u8>(marks + (spreaded >> (32 - MARK_BITS + 3))) >> ((spreaded >> (32 - MARK_BITS)) & 7)) & 1
}

/** The word of so many letters, or 0. */
export function find(at: usize, length: u32, hash: u32): usize {
  let slot = spread(hash) & slotMask
  let word = wordIn(slot)
  while (
    word !== 0 &&
    !(hashIn(slot) === hash && lengthOf(word) === length && sameBytes(lettersOf(word), at, length))
  ) {
    slot = (slot + 1) & slotMask
    word = wordIn(slot)
  }
  return word
}

function hashIn(slot: u32): u32 {
  return load<u32>(slots + ((<usize>slot) << 3))
}

function wordIn(slot: u32): usize {
  return <usize>load<u32>(slots + ((<usize>slot) << 3), 4)
}

export function lengthOf(word: usize): u32 {
  return load<u8>(word)
}

function lettersOf(word: usize): usize {
  return word + HEAD
}

/** Classes begin with 1: 0 says that it is no such name. */
export function firstOf(word: usize): u32 {
  return word === 0 ? 0 : load<u8>(word, 1)
}

export function lastOf(word: usize): u32 {
  return word === 0 ? 0 : load<u8>(word, 2)
}

export function isA(word: usize, what: u32): bool {
  return word !== 0 && (load<u8>(word, 3) & what) !== 0
}

/** May a first and a last name pass for somebody's, where they stand in this way? */
export function worth(first: u32, last: u32, way: u32): bool {
  return ((load<u8>(pairs + (first - 1) * lastClasses + (last - 1)) >> way) & 1) !== 0
}
