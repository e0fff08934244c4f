/** A maximal run of digits: units start to end (excluded) of the folded text. */
export interface Run {
  readonly start: number
  readonly end: number
}

/** What all detectors share about one text: computed once, read by many. */
export interface View {
  /** The folded text. */
  readonly text: string
  readonly runs: readonly Run[]
  /** How many digits the text holds. */
  readonly digits: number
}

const ZERO = 48
const NINE = 57

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

/** Folded text is lower case, so this is a to z. Letters of other scripts count too. */
export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || code > 0x7f
}

export function view(text: string): View {
  const runs: Run[] = []
  let digits = 0
  let start = -1
  for (let i = 0; i <= text.length; i += 1) {
    // Past the end, charCodeAt is NaN: no digit, so the last run closes.
    const digit = isDigit(text.charCodeAt(i))
    if (digit && start < 0) start = i
    if (!digit && start >= 0) {
      runs.push({ start, end: i })
      digits += i - start
      start = -1
    }
  }
  return { text, runs, digits }
}

// Queries are short; in a longer text a word counts as context only if it stands this near.
const NEAR = 48

/** Whether the pattern matches near the span. Patterns must be linear: they see some hundred characters. */
export function near(view: View, start: number, end: number, pattern: Pick<RegExp, 'test'>): boolean {
  const { text } = view
  if (text.length <= NEAR) return pattern.test(text)
  return pattern.test(text.slice(Math.max(0, start - NEAR), end + NEAR))
}

/** Whether nothing but blanks and punctuation stands around the span: the query is the number. */
export function alone(view: View, start: number, end: number): boolean {
  const { text } = view
  for (let i = start - 1; i >= 0; i -= 1) if (isWordUnit(text.charCodeAt(i))) return false
  for (let i = end; i < text.length; i += 1) if (isWordUnit(text.charCodeAt(i))) return false
  return true
}

function isWordUnit(code: number): boolean {
  return isDigit(code) || isLetter(code)
}

/** Whether the span is not a part of a longer word or number. */
export function bounded(view: View, start: number, end: number): boolean {
  return !isWordUnit(view.text.charCodeAt(start - 1)) && !isWordUnit(view.text.charCodeAt(end))
}

/** The digits of a span, without what separates them. */
export function digitsOf(text: string): string {
  return text.replace(/[^0-9]+/g, '')
}
