import { chain, free } from './chains.js'
import { ean, fedex12, s10, ups, vin } from './checksums.js'
import type { Report } from './finding.js'
import { bounded, digitsOf, near, type View } from './view.js'

const ABOUT_PARCELS =
  /\b(?:track|tracking|package|parcel|fed ?ex|federal express|ups|usps|dhl|airborne|shipment|shipping|post ?office|postal|certified|mail|delivery|airbill|waybill)\b/
const ABOUT_VEHICLES = /\b(?:vin|vin#|carfax|autocheck|title|vehicle|chassis)\b/
const UPS = /(?<![a-z0-9])1 ?z(?:[ -]?[a-z0-9]){16}(?![a-z0-9])/g
const UPU = /(?<![a-z0-9])[a-z]{2} ?\d{3} ?\d{3} ?\d{3} ?[a-z]{2}(?![a-z0-9])/g
const VEHICLE = /(?<![a-z0-9-])[a-hj-npr-z0-9]{17}(?![a-z0-9-])/g

/** Parcels and vehicles: numbers with a fixed shape and a check digit. */
export function findTracking(view: View, report: Report): void {
  const { text } = view
  if (text.includes('1z') || text.includes('1 z')) {
    for (const match of text.matchAll(UPS)) {
      const compact = match[0].replace(/[ -]/g, '')
      if (digitsOf(compact).length < 8) continue
      report('id', match.index, match.index + match[0].length, ups(compact) ? 0.97 : 0.85)
    }
  }
  if (view.digits >= 9) {
    for (const match of text.matchAll(UPU)) {
      const checked = s10(digitsOf(match[0]))
      report('id', match.index, match.index + match[0].length, checked ? 0.95 : 0.7)
    }
  }
  if (view.digits >= 5) {
    for (const match of text.matchAll(VEHICLE)) {
      // Seventeen digits without a letter are no vehicle, a word of seventeen letters neither.
      if (!/[a-z]/.test(match[0]) || digitsOf(match[0]).length < 5 || !/\d{3}$/.test(match[0])) continue
      const end = match.index + 17
      const spoken = near(view, match.index, end, ABOUT_VEHICLES)
      report('id', match.index, end, vin(match[0]) ? 0.97 : spoken ? 0.9 : 0.75)
    }
  }
  if (view.digits >= 10) findParcels(view, report)
}

function findParcels(view: View, report: Report): void {
  for (let i = 0; i < view.runs.length; i += 1) {
    for (let count = Math.min(8, view.runs.length - i); count >= 1; count -= 1) {
      const parts = chain(view, i, count)
      if (parts === undefined || parts.digits.length < 10 || !free(view, i, count)) continue
      if (!bounded(view, parts.start, parts.end)) continue
      const spoken = near(view, parts.start, parts.end, ABOUT_PARCELS)
      const confidence = judge(parts.digits, spoken, parts.groups)
      if (confidence === 0) continue
      report('id', parts.start, parts.end, confidence)
      i += count - 1
      break
    }
  }
}

function judge(digits: string, spoken: boolean, groups: readonly number[]): number {
  const { length } = digits
  // Groups of one or two are lists of small numbers: lottery draws, ratios.
  if (groups.length > 1 && groups.slice(0, -1).some((group) => group < 3)) return 0
  if (length >= 18 && length <= 34 && /^(?:9[1-6]|0[1-3]|42|7\d|23)/.test(digits)) return spoken ? 0.97 : 0.85
  // One in ten passes the check of a product's bar code too, which people look up more often.
  if (length === 12 && fedex12(digits)) return spoken ? 0.95 : ean(digits) ? 0.4 : 0.55
  if (spoken && (length === 10 || length === 12 || length === 15 || length >= 18)) return 0.9
  return 0
}
