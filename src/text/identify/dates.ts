const MONTH =
  '(?:jan(?:uary)?|feb(?:r?uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const YEAR = '(?:1[89]|20)\\d\\d'
const SHORT_YEAR = `(?:${YEAR}|'?\\d\\d)`
const MONTH_NUMBER = '(?:0?[1-9]|1[0-2])'

const FORMS = [
  `${MONTH}\\.? ?${DAY}(?:st|nd|rd|th)?,? ?${SHORT_YEAR}`, // march 14th, 1971
  `${DAY}(?:st|nd|rd|th)?(?: of)?[ -]?${MONTH}[ ,.-]{0,2}${SHORT_YEAR}`, // 14 march 1971
  `${MONTH_NUMBER}([ /.-])${DAY}\\1${SHORT_YEAR}`, // 3/14/71
  `${DAY}([ /.-])${MONTH_NUMBER}\\2${SHORT_YEAR}`,
  `${YEAR}([/.-])${MONTH_NUMBER}\\3${DAY}`, // 1971-03-14
  `(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?:19|20)\\d\\d`, // 03141971
  `(?:19|20)\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])`,
]
const FULL_DATE = new RegExp(`(?<![0-9a-z./-])(?:${FORMS.join('|')})(?![0-9a-z]|[./-]\\d)`, 'g')

export interface DateSpan {
  readonly start: number
  readonly end: number
}

/** Dates with day, month and year, however written. Every form is of bounded length. */
export function fullDates(text: string): DateSpan[] {
  const spans: DateSpan[] = []
  for (const match of text.matchAll(FULL_DATE)) spans.push({ start: match.index, end: match.index + match[0].length })
  return spans
}
