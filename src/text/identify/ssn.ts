import { chain, free } from './chains.js'
import type { Report } from './finding.js'
import { alone, near, type View } from './view.js'

const SOCIAL = /\b(?:social|soc|ssn|ss ?#|ss num\w{0,5}|s\.s\.n?|sec(?:urity)? (?:no|num|number|#))(?:\b|(?=\W|$))/
const OTHER =
  /\b(?:zip|isbn|upc|part|model|item|sku|routing|aba|ebay|patent|lot|fax|phone|ndc|cas|asin|ein|fein|cage|oem|serial|order|stock|engine|kenmore|craftsman)\b/
// The one that came with every wallet in the 1940s, and the one on the agency's own leaflet: nobody's.
const SPECIMENS = new Set(['078051120', '219099999', '123456789', '987654321', '111111111', '333333333', '555555555'])

/** Area, group and serial as the agency gives them out. Since 2011 areas are random, but 000, 666 and 900 up never are. */
function plausibleSsn(nine: string): boolean {
  const area = nine.slice(0, 3)
  return area !== '000' && area !== '666' && area < '900' && nine.slice(3, 5) !== '00' && nine.slice(5) !== '0000'
}

export function findSsn(view: View, report: Report): void {
  for (let i = 0; i < view.runs.length; i += 1) {
    const length = view.runs[i]!.end - view.runs[i]!.start
    if (length === 3) {
      const parts = chain(view, i, 3)
      if (parts === undefined || parts.groups[1] !== 2 || parts.groups[2] !== 4) continue
      if (free(view, i, 3) && plausibleSsn(parts.digits)) {
        report('ssn', parts.start, parts.end, grouped(view, parts.start, parts.end, parts.gaps))
      }
    } else if (length === 9 && free(view, i, 1)) {
      const { start, end } = view.runs[i]!
      const digits = view.text.slice(start, end)
      if (plausibleSsn(digits)) report('ssn', start, end, bare(view, start, end, digits))
    }
  }
}

function grouped(view: View, start: number, end: number, gaps: readonly string[]): number {
  if (near(view, start, end, SOCIAL)) return 0.98
  if (gaps[0] !== gaps[1]) return 0.4
  if (near(view, start, end, OTHER)) return 0.4
  if (gaps[0] === '-') return 0.92
  // "205 55 2004" may be a size and a year.
  if (/(?:19|20)\d\d$/.test(view.text.slice(0, end)) && !alone(view, start, end)) return 0.45
  return gaps[0] === ' ' || gaps[0] === '.' ? 0.75 : 0.5
}

function bare(view: View, start: number, end: number, digits: string): number {
  if (near(view, start, end, SOCIAL)) return 0.95
  if (SPECIMENS.has(digits)) return 0.3
  if (near(view, start, end, OTHER)) return 0.2
  // Until 2011 no area above 772 was in use.
  if (digits > '773') return 0.4
  return alone(view, start, end) ? 0.6 : 0.45
}
