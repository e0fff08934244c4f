import type { DateSpan } from './dates.js'
import type { Report } from './finding.js'
import type { Compiled } from './locales/compile.js'
import { near, type View } from './view.js'

/** A full date beside a word for birth, with months as the locale names them. */
export function findLocalBirthdate(view: View, dates: readonly DateSpan[], local: Compiled, report: Report): void {
  if (!local.birth.words.test(view.text) && !view.text.includes('*')) return
  const named = [...view.text.matchAll(local.birth.dates)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
  for (const { start, end } of [...dates, ...named]) {
    // Whoever was born so long ago is history.
    if (/1[0-8]\d\d$/.test(view.text.slice(start, end))) continue
    const starred = /\* ?$/.test(view.text.slice(Math.max(0, start - 2), start))
    if (starred || near(view, start, end, local.birth.words)) report('birthdate', start, end, 0.9)
  }
  for (const match of view.text.matchAll(local.birth.bare)) {
    const end = match.index + match[0].length
    report('birthdate', end - match[1]!.length, end, 0.7)
  }
}
