import type { Report } from './finding.js'
import type { Compiled } from './locales/compile.js'
import { near, type View } from './view.js'
import { type Word, words } from './words.js'

const HOUSE = /^(?:n[°o.]?)?\d{1,4}(?: ?[a-z]|bis|ter|quater)?(?:[-/+]\d{0,4}[a-z]{0,3}){0,2}$/
const YEAR = /^(?:19[3-9]\d|20[0-3]\d)$/
const NAME = /^[a-z0-9'][a-z0-9'.&-]*$/
const LONGEST_NAME = 6

/** A street and a house number in the order of the locale, or a house number before a postcode and a town. */
export function findLocalAddress(view: View, local: Compiled, report: Report): void {
  const all = words(view.text)
  if (!all.some(({ text }) => HOUSE.test(text))) return
  for (let i = 0; i < all.length; i += 1) {
    const found =
      (local.locale.address.number === 'before' ? undefined : behind(all, i, local)) ??
      before(all, i, local) ??
      datedStreet(all, i, local) ??
      postcodeFirst(all, i, local) ??
      withPostcode(all, i, local)
    if (found === undefined) continue
    const { from, to, sure } = found
    const last = withTown(all, to, local)
    let confidence = sure + (last > to ? 0.15 : 0)
    // The query is nothing else.
    if (from === 0 && last === all.length - 1) confidence += 0.05
    if (near(view, all[from]!.start, all[last]!.end, local.address.about)) confidence += 0.12
    report('address', all[from]!.start, all[last]!.end, Math.max(0.05, Math.min(0.97, confidence)))
    i = last
  }
}

interface Found {
  readonly from: number
  readonly to: number
  readonly sure: number
}

/** hauptstrasse 12, calle mayor 14, ul. kwiatowa 3: the house number behind the name. */
function behind(all: readonly Word[], i: number, local: Compiled): Found | undefined {
  const word = all[i]!.text
  const next = houseAt(all, i + 1, local)
  if (next > 0) {
    const ending = endingOf(word, local)
    if (ending > 0) return { from: i, to: next, sure: ending + number(all[next]!.text) }
  }
  const [sure, length] = startOf(all, i, local)
  if (sure === 0) return undefined
  for (let k = i + length; k <= i + LONGEST_NAME && k < all.length; k += 1) {
    // "rynek 22": nothing between a square and its number.
    const at = k > i + length || sure < 0.5 ? houseAt(all, k, local) : 0
    if (at > 0) {
      // "via 8 marzo 16": a number inside the name, and then the house's.
      const further = /^[a-z]/.test(all[at + 1]?.text ?? '') ? houseAt(all, at + 2, local) : 0
      const isDate = further > 0 && at === i + 1
      return { from: i, to: isDate ? further : at, sure: sure + number(all[at]!.text) }
    }
    if (!NAME.test(all[k]!.text)) return undefined
  }
  return undefined
}

/** How surely a street's name starts here with a word for street, and how many words that takes. */
function startOf(all: readonly Word[], i: number, local: Compiled): readonly [number, number] {
  const word = all[i]!.text
  const two = `${word} ${all[i + 1]?.text ?? ''}`
  if (local.address.weakWords.has(two)) return [0.42, 2]
  if (local.address.words.has(word) || local.address.endings.exec(word)?.index === 0) return [0.66, 1]
  return local.address.weakWords.has(word) ? [0.4, 1] : [0, 1]
}

/** How surely a word is a street by its ending; 0 if it is none. "trierer str" counts as well. */
function endingOf(word: string, local: Compiled): number {
  if (local.address.noStreets.has(word) || /\d/.test(word)) return 0
  const strong = local.address.endings.exec(word)
  if (strong !== null) return strong.index > 2 || strong.index === 0 ? 0.7 : 0
  const weak = local.address.weakEndings.exec(word)
  if (weak === null) return 0
  // "august-bebel-platz", "eppendorfer weg".
  if (word.includes('-')) return 0.66
  if (weak.index === 0) return 0.4
  return weak.index > 2 && !local.lists.words.has(word) && !local.lists.towns.has(word) ? 0.48 : 0
}

/** 12 rue des lilas, 4 bis avenue foch: the house number before the word for street. */
function before(all: readonly Word[], i: number, local: Compiled): Found | undefined {
  if (local.locale.address.number === 'behind' || !HOUSE.test(all[i]!.text)) return undefined
  const street = /^(?:bis|ter|quater|[a-d])$/.test(all[i + 1]?.text ?? '') ? i + 2 : i + 1
  const word = all[street]?.text ?? ''
  const sure = local.address.words.has(word) ? 0.72 : local.address.weakWords.has(word) ? 0.45 : 0
  if (sure === 0 || all[street + 1] === undefined || !NAME.test(all[street + 1]!.text)) return undefined
  let to = street + 1
  while (to + 1 < all.length && to < street + 4 && local.names.particles.has(all[to]!.text.split("'")[0]!)) to += 1
  return { from: i, to, sure: sure + number(all[i]!.text) }
}

/** 29 listopada 112: a day, a month and what is no year. Enough only if the query is nothing else, or a town follows. */
function datedStreet(all: readonly Word[], i: number, local: Compiled): Found | undefined {
  if (!/^\d{1,2}$/.test(all[i]!.text) || !local.address.months.has(all[i + 1]?.text ?? '')) return undefined
  const house = all[i + 2]?.text ?? ''
  return HOUSE.test(house) && /^\d{1,3}(?!\d)/.test(house) ? { from: i, to: i + 2, sure: 0.46 } : undefined
}

/** 3512 lk 17: where a postcode is a side of a street, the house number makes it an address. */
function postcodeFirst(all: readonly Word[], i: number, local: Compiled): Found | undefined {
  const letters = all[i + 1]?.text ?? ''
  if (!/^[a-z]{2}$/.test(letters) || !local.address.postcode.test(`${all[i]!.text} ${letters}`)) return undefined
  const at = houseAt(all, i + 2, local)
  return at > 0 ? { from: i, to: at, sure: 0.7 } : undefined
}

/** an der baeke 9 26129 oldenburg: any words, a house number, a postcode, a town. */
function withPostcode(all: readonly Word[], i: number, local: Compiled): Found | undefined {
  if (i === 0 || !HOUSE.test(all[i]!.text) || YEAR.test(all[i]!.text)) return undefined
  const code = all[i + 1]?.text ?? ''
  if (!local.address.postcode.test(code) || !/\d{4}/.test(code) || !/^[a-z]{3}/.test(all[i - 1]!.text)) return undefined
  if (!/^[a-z]{2}/.test(all[i + 2]?.text ?? '')) return undefined
  return { from: i - 1, to: i, sure: 0.5 }
}

/** The place of a house number at k, or behind a word for number; 0 if there is none. */
function houseAt(all: readonly Word[], k: number, local: Compiled): number {
  const word = all[k]?.text
  if (word === undefined) return 0
  if (HOUSE.test(word)) return k
  return local.address.numberWords.has(word) && HOUSE.test(all[k + 1]?.text ?? '') ? k + 1 : 0
}

/** Includes a postcode, and the town behind it or behind the number. */
function withTown(all: readonly Word[], to: number, local: Compiled): number {
  let last = to
  for (let k = to + 1; k <= to + 4 && k < all.length; k += 1) {
    const word = all[k]!.text
    const next = all[k + 1]?.text ?? ''
    if (local.address.postcode.test(word) || local.address.postcode.test(`${word} ${next}`)) last = k
    else if (local.lists.towns.has(word) || local.lists.towns.has(`${word} ${next}`)) return k
  }
  return last
}

function number(house: string): number {
  if (YEAR.test(house)) return -0.4
  return house === '1' || house === '2' || house === '3' ? -0.04 : 0
}
