// What is asked of the encoder as a whole: set once, before the first row.

export const SHOW_PSEUDONYM: i32 = 1
export const SHOW_SHARE: i32 = 2
export const SHOW_TEXT: i32 = 4
export const SHOW_TIME: i32 = 8

export const BY_DAY: i32 = 0
export const BY_HOUR: i32 = 1
/** Whatever stands there is copied. */
export const VERBATIM: i32 = 3

export let scheme: i32 = 0
/** Points of the scheme SHAMIR. */
export let points: u64 = 0
/** Do seeds of queries come from the caller? */
export let outsideSeeds: bool = false
/** Which columns hold what, from 0; below 0 if none does. */
export let userAt: i32 = 0
export let queryAt: i32 = 0
export let timeAt: i32 = 0
export let width: i32 = 0
export let shows: i32 = 0
export let grain: i32 = 0
/** Do keys change with the day? */
export let rotates: bool = false

export function configure(
  schemeNumber: i32,
  pointCount: i32,
  seedsComeFromOutside: bool,
  user: i32,
  queryColumn: i32,
  time: i32,
  columns: i32,
  showMask: i32,
  timeGrain: i32,
  rotating: bool,
): void {
  scheme = schemeNumber
  points = <u64>(<u32>pointCount)
  outsideSeeds = seedsComeFromOutside
  userAt = user
  queryAt = queryColumn
  timeAt = time
  width = columns
  shows = showMask
  grain = timeGrain
  rotates = rotating
}
