// The records of src/peer/simulate/graph.ts, in bytes.

export let people: usize = 0
export let links: usize = 0

export function setRecords(peopleAt: usize, linksAt: usize): void {
  people = peopleAt
  links = linksAt
}

export const PERSON: usize = 16
export const FIRST: usize = 0
export const VECTOR: usize = 4
export const SELFISH: i32 = 1 << 30
export const SAVED_SHIFT: i32 = 26
export const LENGTH_MASK: i32 = (1 << 26) - 1

export const LINK: usize = 16
export const TO: usize = 0
export const BACK: usize = 4
export const TRUST: usize = 8
export const WEIGHT: usize = 12

export function person(user: i32): usize {
  return people + <usize>user * PERSON
}

/** Friendships are numbered by words of four bytes. */
export function link(word: i32): usize {
  return links + ((<usize>word) << 2)
}

/** How many neighbours a person has. */
export function degree(at: usize): i32 {
  return (load<i32>(at, PERSON + FIRST) - load<i32>(at, FIRST)) >> 2
}
