import { isIPv4, isIPv6 } from 'node:net'
import type { Report } from './finding.js'
import { isDigit, isLetter, near, type View } from './view.js'

const ABOUT_ADDRESSES =
  /\b(?:ip|ips|ipv[46]|tcp|dns|whois|ping|traceroute|tracert|router|subnet|netmask|gateway|proxy|server|host|telnet|ftp|lan|ban|hack)\b|:\/\//
const ABOUT_VERSIONS =
  /\b(?:v|ver|vers|version|versions|release|build|update|updates|upgrade|patch|firmware|driver|drivers|download|firefox|mozilla|netscape|opera|java|jre|jdk|itunes|winamp|flash|acrobat|player|quicktime|directx|section|chapter|rfc)\b/

// Inside a home, and servers that all use: typed by many, and nobody's own.
const EVERYBODYS =
  /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|8\.8\.[48]\.[48]$|1\.[01]\.[01]\.1$|9\.9\.9\.9$)/

/** Four numbers up to 255 with dots, told apart from versions of software by what stands around. */
export function findIp(view: View, withPrivate: boolean, report: Report): void {
  const { text, runs } = view
  for (let i = 0; i + 3 < runs.length; i += 1) {
    const start = runs[i]!.start
    const end = runs[i + 3]!.end
    if (end - start > 21 || !isIPv4(text.slice(start, end).replaceAll(' . ', '.'))) continue
    if (text.startsWith('255.', start)) continue // a mask, no address
    const before = text.charCodeAt(start - 1)
    if (isLetter(before) || before === 46 || text.charCodeAt(start - 2) === 46) continue
    const after = text.charCodeAt(end)
    if (isLetter(after) || (after === 46 && isDigit(text.charCodeAt(end + 1)))) continue
    if (!withPrivate && EVERYBODYS.test(text.slice(start, end))) continue
    report('ip', start, end, confidence(view, start, end))
    i += 3
  }
  if (text.includes(':')) findIpv6(view, report)
}

function confidence(view: View, start: number, end: number): number {
  if (near(view, start, end, ABOUT_ADDRESSES)) return 0.95
  if (near(view, start, end, ABOUT_VERSIONS)) return 0.15
  const first = Number(view.text.slice(start, view.text.indexOf('.', start)))
  const other = /[a-z]/.test(view.text.slice(0, start))
  // Versions start low: "thing 2.0.1.4". A query that is only the number is more often an address.
  if (first < 10 || first === 0) return other ? 0.2 : 0.55
  return first === 10 && other ? 0.6 : 0.9
}

const HEX = /[0-9a-f:.]/
const LONGEST = 45

function findIpv6({ text }: View, report: Report): void {
  let from = 0
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', from)) {
    let start = colon
    while (start > from && colon - start < 5 && HEX.test(text[start - 1]!)) start -= 1
    let end = colon + 1
    while (end < text.length && HEX.test(text[end]!)) end += 1
    from = end
    while (end > start && text[end - 1] === '.') end -= 1
    const value = text.slice(start, end)
    if (value.length < 3 || value.length > LONGEST || !isIPv6(value)) continue
    if (isLetter(text.charCodeAt(start - 1)) || isLetter(text.charCodeAt(end))) continue
    const groups = value.split(':').filter((group) => group !== '').length
    // "a::b" is an address on paper; in a query it is code.
    if (value !== '::1' && (groups < 2 || !/[0-9]/.test(value) || value.length < 6)) continue
    report('ip', start, end, 0.92)
  }
}
