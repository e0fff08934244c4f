import { cityAt } from './cities.js'
import { alsoWord, stateWords } from './states.js'
import type { Street } from './street.js'
import { DIRECTIONS, UNITS } from './street-words.js'
import { near, type View } from './view.js'
import type { Word } from './words.js'

const ABOUT_PLACES =
  /\b(?:address|addresses|directions|direction|mapquest|map quest|map|maps|property|zillow|lives|located|location|real estate|house at|home at|homes? for sale|apartments? at|owner|tax record|street view|yahoo maps|google maps|google earth|deed|appraisal|assessors?|appraisers?|(?:home|house) values?|foreclosures?|who lives|from)\b/
const ZIP = /^\d{5}(?:-\d{4})?$/
const SHORTENED = /^(?:st|ave|av|blvd|rd|ln|dr|ct|cir|pl|pkwy|hwy|fwy|ter|sq)$/
const FURTHEST = 7

/** What else an address has: a direction, a unit, a town with its state, a ZIP code; and what speaks against. */
export function evidence(
  view: View,
  all: readonly Word[],
  house: number,
  street: Street,
): { readonly end: number; readonly confidence: number } {
  let confidence = street.sure
  let end = street.last
  let next = street.last + 1
  if (DIRECTIONS.has(all[next]?.text ?? '')) {
    confidence += 0.13
    end = next
    next += 1
  }
  const unit = all[next]?.text ?? ''
  if (UNITS.has(unit) || unit.startsWith('#')) {
    confidence += 0.15
    end = unit === '#' || UNITS.has(unit) ? Math.min(next + 1, all.length - 1) : next
    next = end + 1
  }
  if (cityAt(all, next)) confidence += 0.09
  for (let k = next; k < next + FURTHEST && k < all.length; k += 1) {
    const word = all[k]!.text
    if (ZIP.test(word)) {
      confidence += 0.2
      end = k
      break
    }
    const states = stateWords(all, k)
    const after = all[k + states]?.text
    // "winter park fl": a word that streets and towns share, and then the state, is a town.
    if (states > 0 && k === street.last + 1 && street.sure < 0.4) break
    if (states > 0 && (!alsoWord(word) || after === undefined || ZIP.test(after))) {
      confidence += 0.17
      end = k + states - 1
      k = end
    } else if (!/^[a-z][a-z'.-]*$/.test(word)) break
  }
  // But "2006 e street" is named by the letter.
  const directed = street.last > house + 2 && /^[nsew]{1,2}$/.test(all[house + 1]!.text)
  confidence += number(all[house]!.text.replace('#', ''), directed || SHORTENED.test(all[street.last]!.text))
  if (house === 0) confidence += 0.04
  // The query is nothing else, and the number no round one: 7710 whispering pines.
  if (house === 0 && end === all.length - 1 && /^\d{2,3}(?!00)\d\d$/.test(all[0]!.text)) confidence += 0.03
  if (near(view, all[house]!.start, all[end]!.end, ABOUT_PLACES)) confidence += 0.12
  return { end, confidence: Math.max(0.05, Math.min(0.98, confidence)) }
}

/** House numbers of three to five digits are the usual ones; four digits may be a year. */
function number(house: string, written: boolean): number {
  // Who shortens the word for street or a direction writes an address: "1999 bryan st", but "1999 street machine".
  if (/^(?:19[3-9]\d|20[0-2]\d)$/.test(house)) return written ? -0.1 : -0.27
  if (house.length >= 3 && house.length <= 5) return 0.12
  return house.length === 2 ? 0.05 : -0.01
}
