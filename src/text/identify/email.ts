import type { Report } from './finding.js'
import type { View } from './view.js'

const LOCAL = /[a-z0-9._%+'&~-]/
const DOMAIN = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}/
const MAX_LOCAL = 64
// Written without the dot, as people do who type fast.
const MAILERS = /^(?:aol|yahoo|hotmail|gmail|msn|comcast|earthlink|verizon|sbcglobal|bellsouth|juno|netzero|mac|cox)$/

/** One @ with something before it and a host after it. */
export function findEmail({ text }: View, report: Report): void {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    // "jane22 @ example.com": blanks around the sign.
    const before = text[at - 1] === ' ' ? 1 : 0
    let start = at - before
    while (start > 0 && at - start < MAX_LOCAL && LOCAL.test(text[start - 1]!)) start -= 1
    while (start < at - before && !isAlphanumeric(text.charCodeAt(start))) start += 1
    if (start === at - before) continue
    const gap = text[at + 1] === ' ' ? 1 : 0 // "jane@ example.com"
    const host = DOMAIN.exec(text.slice(at + 1 + gap, at + 330))?.[0].replace(/[.-]+$/, '')
    if (host === undefined || host === '') continue
    const end = at + 1 + gap + host.length
    const dotted = /\.[a-z]{2,24}$/.test(host)
    if (before === 1) {
      const personal = /[\d._]/.test(text.slice(start, at))
      if (dotted) report('email', start, end, personal ? 0.7 : 0.4)
    } else if (dotted) report('email', start, end, gap === 0 ? 0.97 : 0.8)
    else if (MAILERS.test(host)) report('email', start, end, 0.85)
  }
}

const POST = 'aol|yahoo|hotmail|gmail|msn|comcast|outlook|icloud|ymail|protonmail'
const ENDING = '(?:\\.| ?dot ?)(?:com|net|org|edu)\\b'
// A name with a digit, a dot or a line in it, before a large mailer; or any name before any host, where the query says that it is one.
const SPELLED = new RegExp(
  `(?<![a-z0-9._-])(?:(?=[a-z0-9._-]{0,40}[\\d._][a-z0-9])(?=[\\d._-]{0,40}[a-z])[a-z0-9._-]{4,40} ?(?: |\\(|\\[)at(?: |\\)|\\]) ?(?:${POST})${ENDING}|(?<=\\be-?mail (?:address |is |for |to ){0,2})[a-z0-9._-]{3,40} at [a-z0-9-]{2,40}(?:\\.[a-z0-9-]{2,40})?${ENDING})`,
  'g',
)

/** Is there a sign in words to look for? */
export function maySpellAt(text: string): boolean {
  return text.includes(' at ') || text.includes('[at]') || text.includes('(at)')
}

// In brackets the word can be nothing but the sign: jane[at]example.org.
const BRACKETED =
  /(?<![a-z0-9._-])[a-z0-9][a-z0-9._-]{1,40} ?[([]at[)\]] ?[a-z0-9-]{1,40}(?:(?:\.| ?[([]?dot[)\]]? ?)[a-z0-9-]{2,24}){1,3}/g

/** The sign in words: "jane_22 at yahoo.com". Not any name, or "pictures at yahoo.com" would be one. */
export function findSpelledEmail({ text }: View, report: Report): void {
  for (const match of text.matchAll(BRACKETED)) report('email', match.index, match.index + match[0].length, 0.8)
  for (const match of text.matchAll(SPELLED)) report('email', match.index, match.index + match[0].length, 0.65)
}

function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122)
}
