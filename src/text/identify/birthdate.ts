import type { DateSpan } from './dates.js'
import type { Report } from './finding.js'
import { near, type View } from './view.js'

const BORN =
  /\b(?:born|b[.:](?= ?\d)|borned|dob|d\.o\.b|birth|births|birthday|birthdays|birthdate|birth ?date|bday|b-day|b day|birthed|nacid[oa]|nacimiento|geboren|date de naissance|né|née)(?![a-z])/
const NOT_A_PERSON = /\b(?:stone|stones|birthstone|cake|cakes|card|cards|party|certificate form|gift|gifts)\b/

/** A full date beside a word for birth. The day alone, or the year alone, is shared by too many. */
export function findBirthdate(view: View, dates: readonly DateSpan[], report: Report): void {
  for (const { start, end } of dates) {
    if (!near(view, start, end, BORN)) continue
    report('birthdate', start, end, near(view, start, end, NOT_A_PERSON) ? 0.55 : 0.9)
  }
}
