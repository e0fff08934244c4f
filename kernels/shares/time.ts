import { askTime, givenEpoch, givenTime, givenTimeLength, NONE, TIME_ROOM } from './asks'
import { dayEpochs } from './room'
import { BY_DAY, BY_HOUR, grain, rotates, timeAt, VERBATIM } from './settings'
import { dayIndex, digits2 } from './text'

// Times of rows: which epoch they fall into, and what is shown of them.

/** What is to be shown of the time at hand. */
export let shown: usize = 0
export let shownLength: i32 = 0

/** The epoch of a time; BAD if it is none, NONE if the caller is asked. */
export function epochOf(time: usize, length: i32): i32 {
  shown = time
  shownLength = length
  if (timeAt < 0 || grain === VERBATIM) return 0
  if (givenEpoch !== NONE) {
    shown = givenTime
    shownLength = givenTimeLength
    return givenEpoch
  }
  if (length === 0 && !rotates) return 0
  const day = length >= 10 && length <= TIME_ROOM - 16 ? dayIndex(time) : 0
  if (day === 0 || (length !== 10 && !isClock(time, length))) {
    askTime(time, length, 0)
    return NONE
  }
  if (grain === BY_DAY) shownLength = 10
  if (!rotates) return 0
  const known = <i32>load<u16>(dayEpochs + ((<usize>day) << 1))
  if (known > 0) return known - 1
  askTime(time, length, day)
  return NONE
}

/** A moment such as 10:15 or 10:15:30.5 behind the day. */
function isClock(time: usize, length: i32): bool {
  if (length < 16 || (load<u8>(time, 10) !== 0x20 && load<u8>(time, 10) !== 0x54) || load<u8>(time, 13) !== 0x3a)
    return false
  if (digits2(time + 11) > 23 || digits2(time + 14) > 59) return false
  if (length === 16) return true
  if (length < 19 || load<u8>(time, 16) !== 0x3a || digits2(time + 17) > 60) return false
  if (length === 19) return true
  if (load<u8>(time, 19) !== 0x2e) return false
  for (let i: i32 = 20; i < length; i++) if (<u32>(<i32>load<u8>(time + i) - 48) > 9) return false
  return length > 20
}

/** Writes a time as exactly as is asked for; returns the end. */
export function writeTime(time: usize, length: i32, to: usize): usize {
  if (length === 0) return to
  const kept = grain === BY_HOUR && length > 13 ? 13 : length
  if (kept <= 16) v128.store(to, v128.load(time))
  else memory.copy(to, time, kept)
  to += kept
  if (grain !== BY_HOUR) return to
  if (length === 10) {
    store<u8>(to, 0x20)
    store<u16>(to, 0x3030, 1)
    to += 3
  }
  store<u8>(to, 0x3a)
  store<u16>(to, 0x3030, 1)
  store<u8>(to, 0x3a, 3)
  store<u16>(to, 0x3030, 4)
  return to + 6
}
