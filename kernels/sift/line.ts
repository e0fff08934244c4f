import { take } from '../base/arena'
import { holds } from './bytes'
import { FOUND, mayName, UNKNOWN } from './names'
import { marked, mix, SEED } from './vocabulary'

const LF: u32 = 10
const SPACE: u32 = 32
const FULL_STOP: u32 = 46
/** Longer lines and those of more words are looked at in any case. */
export const LONGEST: u32 = 512
const MOST_WORDS: u32 = 48
/** What may be a number of a person's own has six digits, or as many characters with digits among them. */
const FEW: u32 = 5
const LONG: u32 = 6
/** From so many on, two numbers may be one, and a month before them makes a date. */
const GROUPED: u32 = 3
const DATED: u32 = 4

// Letters as they end a stretch of bytes: the last of them lowest.
const THREE: u32 = 0xffffff
const ROCK: u32 = 0x726f636b // skyrock
const SPAC: u32 = 0x73706163 // myspace
const JOUR: u32 = 0x6a6f7572 // livejournal
// As they lie in memory.
const COM: u32 = 0x6d6f632e
const NET: u32 = 0x74656e2e
const ORG: u32 = 0x67726f2e
const AT: u16 = 0x7461
const BX: u32 = 0x6278
const BOX: u32 = 0x626f78
const WER: u32 = 0x776572
const DOT: u32 = 0x646f74
const TAG: u32 = 0x746167
const PLAT: u32 = 0x706c6174

/** The line in lower case. */
let folded: usize = 0
let found: usize = 0

export function layOut(): void {
  folded = take(2 * LONGEST)
  found = take(<usize>MOST_WORDS * FOUND)
}

/** Where the line that is read ends. */
export let end: usize = 0

/**
 * Is there nothing in a line that any detector could find? Letters, blanks and few digits; no number before a word, behind a box, a drawer or a month; no number with
 * letters that is as long as what people go by; no sign of an address of mail in words; and nothing that may be a name. False says nothing.
 */
export function silent(at: usize): bool {
  const limit = at + LONGEST
  let to = folded
  let token = to // where the word began that is read
  let parts: u32 = 0
  let names: u32 = 0
  let digits: u32 = 0
  let numbers: u32 = 0 // words with digits in them
  let numbered: u32 = 0 // digits before the word that is read
  let leads = false // a number that no word stands behind yet
  let dated = false
  let mailed = false
  let dotted = false
  for (;;) {
    let code: u32 = load<u8>(at)
    let low = code | 32
    if (low - 97 < 26) {
      if (to === token && leads) return passed(at)
      const start = to
      let hash = SEED
      do {
        hash = mix(hash, low)
        store<u8>(to++, low)
        code = load<u8>(++at)
        low = code | 32
      } while (low - 97 < 26 && at < limit)
      if (parts === MOST_WORDS || at >= limit) return passed(at)
      const word = found + <usize>parts * FOUND
      store<u32>(word, <u32>start)
      store<u32>(word, <u32>(to - start), 4)
      store<u32>(word, hash, 8)
      const first = marked(hash)
      store<u32>(word, UNKNOWN + first, 12)
      names |= first
      if (to - start === 2 && load<u16>(start) === AT) mailed = true
      parts++
    }
    if (code === SPACE || code === LF) {
      if (digits !== numbered) {
        if (to - token >= LONG) return passed(at)
        numbers++
        numbered = digits
      }
      if (code === LF) break
      if (dotted) return passed(at)
      store<u8>(to++, SPACE)
      token = to
    } else if (code === FULL_STOP) {
      if (digits > 0 || token !== folded) return passed(at)
      dotted = true
      store<u8>(to++, FULL_STOP)
    } else {
      if (code - 48 > 9 || ++digits > FEW || dotted) return passed(at)
      if (to === token) {
        if (leads) return passed(at)
        leads = true
      }
      const before = lettersBefore(to)
      if ((before & 0xffff) === BX || before === BOX || before === WER) return passed(at)
      if (isMonth(before)) dated = true
      store<u8>(to++, code)
    }
    at++
    if (at >= limit) return passed(at)
  }
  end = at
  const length = <u32>(to - folded)
  if (dotted && !plainHost(to)) return false
  if (digits >= GROUPED && (numbers > 1 || (digits >= DATED && dated))) return false
  if (digits > 1 && (holds(folded, length, TAG, THREE) || holds(folded, length, PLAT, u32.MAX_VALUE))) return false
  if (parts < 2) return true
  if (mailed && holds(folded, length, DOT, THREE)) return false
  return names === 0 || !mayName(found, parts, digits > 0)
}

/** A host of an ending that nobody goes by, and none of those where a host is a person's page. */
function plainHost(to: usize): bool {
  const length = <u32>(to - folded)
  if (length < 4 || (load<u32>(to - 4) !== COM && load<u32>(to - 4) !== NET && load<u32>(to - 4) !== ORG)) return false
  return (
    !holds(folded, length, ROCK, u32.MAX_VALUE) &&
    !holds(folded, length, SPAC, u32.MAX_VALUE) &&
    !holds(folded, length, JOUR, u32.MAX_VALUE)
  )
}

/** The last three characters before there that are no blanks. */
function lettersBefore(to: usize): u32 {
  let letters: u32 = 0
  let shift: u32 = 0
  while (shift < 24 && to > folded) {
    const code: u32 = load<u8>(--to)
    if (code === SPACE) continue
    letters |= code << shift
    shift += 8
  }
  return letters
}

/** The line is left: where does it end? */
function passed(at: usize): bool {
  while (load<u8>(at) !== LF) at++
  end = at
  return false
}

/** The last three letters of a month, long or short. */
function isMonth(letters: u32): bool {
  switch (letters) {
    case 0x6a616e: // jan
    case 0x617279: // january, february
    case 0x666562:
    case 0x6d6172:
    case 0x726368: // march
    case 0x617072:
    case 0x72696c: // april
    case 0x6d6179:
    case 0x6a756e:
    case 0x756e65: // june
    case 0x6a756c:
    case 0x756c79: // july
    case 0x617567:
    case 0x757374: // august
    case 0x736570:
    case 0x657074: // sept
    case 0x626572: // september, october, november, december
    case 0x6f6374:
    case 0x6e6f76:
    case 0x646563:
      return true
  }
  return false
}
