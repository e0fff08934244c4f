import { sameBytes } from './bytes'
import {
  CITY,
  endings,
  FIRST_ALONE,
  find,
  firstOf,
  isA,
  LAST_ALONE,
  LISTED,
  lastOf,
  PARTICLE,
  PEOPLE,
  STATE,
  USUAL,
  worth,
} from './vocabulary'

// What text/identify/name.ts may take for a name, by the words alone. It looks closer; whatever it finds, this does not pass over.

/** Words of letters: where they begin, how long they are, their hashes, and what is known of them. */
export const FOUND: usize = 16
/** Of a word that was not looked up yet: whether it may be a first name. */
export const UNKNOWN: u32 = 2
const ANY_FIRST: u32 = 3
/** A word that no list has can be a name from so many letters on, and so without an initial before it. */
const FOREIGN: u32 = 5
const FOREIGN_ALONE: u32 = 6
// How a pair may stand: with a word between, beside a number, in a text that speaks of people.
const APART: u32 = 1
const NUMBERED: u32 = 2
const ABOUT_PEOPLE: u32 = 4

let words: usize = 0
let count: u32 = 0
let way: u32 = 0
/** Does a word speak of people? Asked when it matters. */
let people: i32 = 0
const NOT_ASKED: i32 = -1

export function mayName(at: usize, parts: u32, numbered: bool): bool {
  words = at
  count = parts
  people = NOT_ASKED
  way = numbered ? NUMBERED : 0
  for (let i: u32 = 0; i < parts; i++) {
    const state = load<u32>(at + <usize>i * FOUND, 12)
    if (state === UNKNOWN || state === 0) continue
    if (firstOf(wordOf(i)) !== 0 && beginsAt(i)) return true
  }
  return false
}

function speaksOfPeople(): bool {
  if (people === NOT_ASKED) {
    people = 0
    for (let i: u32 = 0; i < count; i++) if (isA(wordOf(i), PEOPLE)) people = 1
  }
  return people !== 0
}

/** May a name begin with the first name i, or end with it? */
function beginsAt(i: u32): bool {
  if (i > 0 && isA(wordOf(i), USUAL) && isA(wordOf(i - 1), LAST_ALONE) && inPlace(i + 1)) return true
  if (i + 1 === count) return false
  const initial = lengthOf(i + 1) === 1
  if (pair(i, i + 1)) return true
  if ((initial || firstOf(wordOf(i + 1)) !== 0) && pair(i, i + 2)) return true
  if (isA(wordOf(i + 1), PARTICLE) && (pair(i, i + 2) || (isA(wordOf(i + 2), PARTICLE) && pair(i, i + 3)))) return true
  return isA(wordOf(i), FIRST_ALONE) && foreignAt(initial ? i + 2 : i + 1, initial, isA(wordOf(i), USUAL))
}

function pair(i: u32, at: u32): bool {
  const last = lastOf(wordOf(at))
  if (last === 0) return false
  const first = firstOf(wordOf(i))
  const apart = at - i === 2 ? APART : 0
  if (worth(first, last, way | apart)) return true
  return worth(first, last, ABOUT_PEOPLE | apart) && speaksOfPeople()
}

/** May a word that no list has be a last name? */
function foreignAt(at: u32, initial: bool, usual: bool): bool {
  if (at >= count || lengthOf(at) < FOREIGN) return false
  if (isA(wordOf(at), LISTED) || firstOf(wordOf(at)) !== 0) return false
  if (initial) return true
  return lengthOf(at) >= FOREIGN_ALONE && (inPlace(at + 1) || (usual && endsAsName(at)))
}

/** Does a state or a town follow, or a word speak of people? */
function inPlace(next: u32): bool {
  if (isA(wordOf(next), CITY) || isA(wordOf(next), STATE)) return true
  return isA(wordOf(next + 1), STATE) || isA(wordOf(next + 2), STATE) || speaksOfPeople()
}

function endsAsName(i: u32): bool {
  const end = <usize>load<u32>(words + <usize>i * FOUND) + lengthOf(i)
  let length: u32 = 0
  for (let at = endings; load<u8>(at) !== 0; at += length + 1) {
    length = load<u8>(at)
    if (length <= lengthOf(i) && sameBytes(at + 1, end - length, length)) return true
  }
  return false
}

/** What is known of word i; 0 of what no list has, and behind the last. */
function wordOf(i: u32): usize {
  if (i >= count) return 0
  const at = words + <usize>i * FOUND
  const word = load<u32>(at, 12)
  if (word !== UNKNOWN && word !== ANY_FIRST) return <usize>word
  const looked = find(load<u32>(at), load<u32>(at, 4), load<u32>(at, 8))
  store<u32>(at, <u32>looked, 12)
  return looked
}

function lengthOf(i: u32): u32 {
  return load<u32>(words + <usize>i * FOUND, 4)
}
