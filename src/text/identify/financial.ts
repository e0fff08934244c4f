import { iban, routing } from './checksums.js'
import type { Report } from './finding.js'
import { bounded, near, type View } from './view.js'

// Two letters, two check digits, then letters and digits in groups; lengths by country are 15 to 34.
const IBAN_START = /(?<![a-z0-9])[a-z]{2}\d{2}(?=[ -]?[a-z0-9])/g
const LONGEST_IBAN = 34
const ABOUT_BANKS =
  /\b(?:routing|aba|rtn|transit|bank|banks|account|acct|checking|savings|wire|deposit|direct deposit|swift|iban)\b/
const ABOUT_ROUTING = /\b(?:routing|aba|rtn|transit)\b/

export function findFinancial(view: View, report: Report): void {
  findIban(view, report)
  for (const { start, end } of view.runs) {
    if (end - start !== 9 || !bounded(view, start, end)) continue
    if (near(view, start, end, ABOUT_BANKS) && routing(view.text.slice(start, end))) {
      // Said outright, it is surer than a number dialled abroad could be.
      report('financial', start, end, near(view, start, end, ABOUT_ROUTING) ? 0.95 : 0.85)
    }
  }
}

function findIban(view: View, report: Report): void {
  const { text } = view
  for (const match of text.matchAll(IBAN_START)) {
    let compact = ''
    let best = -1
    for (let i = match.index; i < text.length && compact.length < LONGEST_IBAN; i += 1) {
      const unit = text[i]!
      if (/[a-z0-9]/.test(unit)) compact += unit
      else if ((unit !== ' ' && unit !== '-') || !/[a-z0-9]/.test(text[i + 1] ?? '')) break
      else continue
      const whole = !/[a-z0-9]/.test(text[i + 1] ?? ' ')
      if (whole && compact.length >= 15 && iban(compact)) best = i + 1
    }
    if (best > 0) report('financial', match.index, best, 0.97)
  }
}
