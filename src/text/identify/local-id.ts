import type { Report } from './finding.js'
import type { Harmless } from './harmless.js'
import type { Compiled } from './locales/compile.js'
import { alone, digitsOf, near, type View } from './view.js'

/** Numbers that a country gives a person, number plates, and numbers behind a word that announces them. */
export function findLocalId(view: View, known: Harmless, local: Compiled, report: Report): void {
  if (view.digits < 2) return
  findPlates(view, local, report)
  findLabelled(view, known, local, report)
  if (view.digits < 7) return
  for (const { pattern, check, sure } of local.ids.numbers) {
    for (const match of view.text.matchAll(pattern)) {
      const end = match.index + match[0].length
      if (!check(match[0].replace(/[ ./-]/g, ''))) continue
      const goods = near(view, match.index, end, local.goods)
      const base = alone(view, match.index, end) ? 0.8 : 0.65
      report('id', match.index, end, base - (sure ? 0 : 0.1) - (goods ? 0.3 : 0))
    }
  }
}

// Passports and cards mix letters and digits: at least two of each; others are digits alone.
const TOKEN =
  /(?<![a-z0-9.@/-])(?:(?=[a-z]{0,9}\d[a-z]{0,9}\d)(?=\d{0,9}[a-z])[a-z0-9]{8,20}|\d{8,24})(?![a-z0-9@]|[./-]\w)/g
// Sums, years, sizes and small lists.
const NOT_OWN = /^(?:(?:19|20)\d\d(?:[-/](?:\d\d|\d{4}))?|\d+000)$/

function findLabelled(view: View, known: Harmless, local: Compiled, report: Report): void {
  if (!local.ids.mayBeLabelled(view.text)) return
  for (const match of view.text.matchAll(local.ids.labelled)) {
    const value = match[1]!
    const end = match.index + match[0].length
    const start = end - value.length
    const digits = digitsOf(value).length
    const mixed = /[a-z]/.test(value)
    if (digits < (mixed ? 5 : 6) || NOT_OWN.test(value) || known.covers(start, end)) continue
    if (near(view, start, end, local.phone.services)) continue
    report('id', start, end, digits >= 8 ? 0.8 : 0.62)
  }
  if (!local.ids.labels.test(view.text)) return
  // The label anywhere else: a token of letters and digits that no word looks like, or a long number.
  for (const match of view.text.matchAll(TOKEN)) {
    const end = match.index + match[0].length
    if (near(view, match.index, end, local.goods) || known.covers(match.index, end)) continue
    report('id', match.index, end, 0.6)
  }
}

function findPlates(view: View, local: Compiled, report: Report): void {
  const spoken = local.ids.aboutPlates.test(view.text)
  for (const match of view.text.matchAll(local.ids.plates)) {
    const end = match.index + match[0].length
    const confidence = spoken ? 0.85 : alone(view, match.index, end) ? 0.7 : 0.55
    report('id', match.index, end, confidence)
  }
  for (const match of view.text.matchAll(local.ids.weakPlates)) {
    const end = match.index + match[0].length
    if (spoken) report('id', match.index, end, 0.65)
    else if (alone(view, match.index, end)) report('id', match.index, end, 0.4)
  }
}
