export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

// A slash before a letter parts words ("st/atlanta"); between digits it does not (1/2).
const WORD = /(?:[^\s,;"/]|\/(?![a-z]))+/g
const INITIALS = /^[a-z](?:\.[a-z])+$/

/** Words between blanks and commas, without the full stops, brackets and the like around them and in initials. */
export function words(text: string): Word[] {
  const found: Word[] = []
  for (const match of text.matchAll(WORD)) {
    let from = 0
    let to = match[0].length
    while (from < to && isEdge(match[0].charCodeAt(from))) from += 1
    while (to > from && isEdge(match[0].charCodeAt(to - 1))) to -= 1
    if (from === to) continue
    const text = match[0].slice(from, to)
    const plain = INITIALS.test(text) ? text.replaceAll('.', '') : text
    found.push({ text: plain, start: match.index + from, end: match.index + to })
  }
  return found
}

/** . ! ? : ( ) [ ] ' * + < > */
function isEdge(code: number): boolean {
  return (
    code === 46 ||
    code === 33 ||
    code === 63 ||
    code === 58 ||
    (code >= 39 && code <= 43) ||
    code === 91 ||
    code === 93 ||
    code === 60 ||
    code === 62
  )
}
