// What a row needs more than plain ASCII for is asked of the caller, who answers and lets the row be tried again.

export const DONE: i32 = 0
/** The query must be normalised by the caller. */
export const QUERY: i32 = 1
/** The time must be read by the caller, or its day given an epoch. */
export const TIME: i32 = 2
/** The seed of the query must come from elsewhere. */
export const SEED: i32 = 3
/** There is no room for the next row. */
export const FULL: i32 = 4

/** Answers are a length or an epoch, or one of these. */
export const BAD: i32 = -1
export const NONE: i32 = -2

/** Bytes of a time that a row keeps until it is written. */
export const TIME_ROOM: i32 = 64

/** What the caller must look at. */
export let asked: usize = 0
export let askedLength: i32 = 0
export let askedDay: i32 = 0
export let askedEpoch: i32 = 0

export let givenQuery: i32 = NONE
export let givenEpoch: i32 = NONE
export let givenTimeLength: i32 = 0
export const givenTime = memory.data(80, 16)
export let givenSeed: i32 = NONE
export const seed = memory.data(64, 16)

export function askQuery(raw: usize, length: i32): void {
  asked = raw
  askedLength = length
}

/** A day of 0 is one that could not be read. */
export function askTime(time: usize, length: i32, day: i32): void {
  asked = time
  askedLength = length
  askedDay = day
}

export function askSeed(query: usize, length: i32, epoch: i32): void {
  asked = query
  askedLength = length
  askedEpoch = epoch
}

export function giveQuery(length: i32): void {
  givenQuery = length
}

export function giveTime(epoch: i32, length: i32): void {
  givenEpoch = epoch
  givenTimeLength = length
}

export function giveSeed(length: i32): void {
  givenSeed = length
}

/** Answers are for one row. */
export function forgetAnswers(): void {
  givenQuery = NONE
  givenEpoch = NONE
  givenSeed = NONE
}
