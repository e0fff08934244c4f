import { evidence } from './address-evidence.js'
import type { Report } from './finding.js'
import { readStreet } from './street.js'
import { NUMBERED_THINGS, TITLES } from './street-words.js'
import type { View } from './view.js'
import { words } from './words.js'

const BOX =
  /\b(?:(?:p\.? ?o\.?|post office) ?(?:box|bx|drawer)|(?:rr|r\.r\.|hcr?|rfd|rural route|star route|rt|route|rte) ?#? ?\d{1,3},? ?box|star (?:route|rt),? box) ?#? ?\d{1,6}[a-z]?\b|\bbox ?#? ?\d{1,6},? (?:rr|hc|rural route) ?#? ?\d{1,3}\b/g
const HOUSE = /^#?(?:\d{1,6}[a-z]?|\d{1,5}-[a-z]|\d{1,2}[nsew]\d{2,4}|\d{1,5}-\d{1,5}|[nsew]\d{2,5}[nsew]\d{2,5})$/

/** A house number, a street's name and a word for street; PO boxes; numbers before what only an address has. United States. */
export function findAddress(view: View, report: Report): void {
  const { text } = view
  if (text.includes('box') || text.includes('drawer') || text.includes('bx')) {
    for (const match of text.matchAll(BOX)) report('address', match.index, match.index + match[0].length, 0.92)
  }
  if (TITLES.test(text)) return
  const all = words(text)
  for (let i = 0; i + 1 < all.length; i += 1) {
    if (!HOUSE.test(all[i]!.text) || (i > 0 && NUMBERED_THINGS.has(all[i - 1]!.text))) continue
    if (text[all[i]!.start - 1] === '$') continue
    const street = readStreet(all, i)
    if (street === undefined) continue
    const { end, confidence } = evidence(view, all, i, street)
    report('address', all[i]!.start, all[end]!.end, confidence)
    i = Math.max(i, end - 1)
  }
}
