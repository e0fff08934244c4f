import { take, takeEmpty } from '../base/arena'
import { hashBytes, sameBytes } from './bytes'
import { closeSet, maskOf, openSet, openSets, put, Sets } from './sets'
import { slotsFor } from './slots'
import { openVocabulary, wordNumber } from './vocabulary'

// The distinct texts of one history in the order of their first appearance. A sign is a code point; those beyond 16 bits stand
// in the gap that surrogates leave. Words are what stands between blanks.

const BLANK: u32 = 0x20
const SURROGATES: u32 = 0xd800
/** Nobody writes more different signs beyond 16 bits; if somebody does, some of them look alike. */
const RARE: u32 = 2048

/** Number of texts. */
export let count: i32 = 0

/** What tells most texts apart: of each text its letters as bits (those that occur, those that occur twice), and its words as bits. */
export let glances: usize = 0
export const GLANCE: usize = 16
export const WORDS: usize = 8

/** Words of each text. */
export const words = changetype<Sets>(memory.data(offsetof<Sets>(), 16))

/** Of each text: where its signs and its bytes are, the number of bytes, their hash. */
let places: usize = 0
/** Of each text: how many signs it has. */
let lengths: usize = 0
let slots: usize = 0
let slotMask: u32 = 0
let signs: usize = 0
let rare: usize = 0
let rareKnown: u32 = 0

/** Room for a history of so many rows with so many bytes of text. */
export function openTexts(rows: i32, bytes: usize): void {
  count = 0
  glances = take(<usize>rows * GLANCE)
  places = take((<usize>rows) << 4)
  lengths = take((<usize>rows) << 2)
  slotMask = slotsFor(rows) - 1
  slots = takeEmpty((<usize>slotMask + 1) << 2)
  signs = take(bytes << 1)
  const most = <i32>(bytes >> 1) + rows
  openSets(words, rows, most)
  openVocabulary(most)
  rareKnown = 0
  rare = take((<usize>RARE) << 2)
}

/** The number of the text that stands in these bytes (UTF-8). */
export function addText(at: usize, length: i32): i32 {
  const hash = hashBytes(at, length)
  let slot = hash & slotMask
  for (;;) {
    const known = load<u32>(slots + ((<usize>slot) << 2))
    if (known === 0) break
    const place = places + ((<usize>(known - 1)) << 4)
    if (
      load<u32>(place, 12) === hash &&
      <i32>load<u32>(place, 8) === length &&
      sameBytes(load<u32>(place, 4), at, length)
    )
      return known - 1
    slot = (slot + 1) & slotMask
  }
  const text = count++
  store<u32>(slots + ((<usize>slot) << 2), count)
  const place = places + ((<usize>text) << 4)
  store<u32>(place, <u32>signs)
  store<u32>(place, <u32>at, 4)
  store<u32>(place, <u32>length, 8)
  store<u32>(place, hash, 12)
  readText(text, at, at + <usize>length)
  return text
}

/** Takes a new text apart: signs, letters, words. */
function readText(text: i32, at: usize, end: usize): void {
  openSet(words)
  const from = signs
  let letters: u32 = 0
  let twice: u32 = 0
  let begin = at
  while (at < end) {
    let sign: u32 = load<u8>(at)
    if (sign === BLANK) {
      if (at > begin) put(words, wordNumber(begin, <i32>(at - begin)))
      begin = ++at
    } else if (sign < 0x80) at++
    else if (sign < 0xe0) {
      sign = ((sign & 31) << 6) | continued(at, 1)
      at += 2
    } else if (sign < 0xf0) {
      sign = ((sign & 15) << 12) | (continued(at, 1) << 6) | continued(at, 2)
      at += 3
    } else {
      sign = rareSign(((sign & 7) << 18) | (continued(at, 1) << 12) | (continued(at, 2) << 6) | continued(at, 3))
      at += 4
    }
    store<u16>(signs, <u16>sign)
    signs += 2
    const bit: u32 = 1 << (sign & 31)
    twice |= letters & bit
    letters |= bit
  }
  if (end > begin) put(words, wordNumber(begin, <i32>(end - begin)))
  closeSet(words)
  store<u32>(lengths + ((<usize>text) << 2), <u32>((signs - from) >> 1))
  store<u64>(glanceOf(text), ((<u64>twice) << 32) | <u64>letters)
  store<u64>(glanceOf(text), maskOf(words, text), WORDS)
}

function continued(at: usize, i: usize): u32 {
  return load<u8>(at + i) & 63
}

function rareSign(point: u32): u32 {
  for (let i: u32 = 0; i < rareKnown; i++) if (load<u32>(rare + ((<usize>i) << 2)) === point) return SURROGATES + i
  if (rareKnown === RARE) return SURROGATES + (point & (RARE - 1))
  store<u32>(rare + ((<usize>rareKnown) << 2), point)
  return SURROGATES + rareKnown++
}

export function glanceOf(text: i32): usize {
  return glances + <usize>text * GLANCE
}

export function signsOf(text: i32): usize {
  return load<u32>(places + ((<usize>text) << 4))
}

export function lengthOf(text: i32): i32 {
  return load<u32>(lengths + ((<usize>text) << 2))
}
