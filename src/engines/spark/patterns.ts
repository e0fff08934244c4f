/**
 * A pattern as Java reads it, where it means the same as to the embedded engine: a line ends with \n alone, and `$` is the very end of a text. A group
 * that repeats keeps what it took (`*+`): Java would call itself for each time else, and a long text would end the whole executor. So
 * patterns that a cluster is to read must not rest on such a group's giving something back.
 */
export function javaPattern(pattern: string): string {
  let made = ''
  let inClass = false
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!
    if (character === '\\') {
      made += character + (pattern[++at] ?? '')
      continue
    }
    if (character === '[') {
      made += inClass ? '\\[' : '['
      inClass = true
      continue
    }
    if (character === ']') inClass = false
    if (character === ')' && !inClass && /[*+]/.test(pattern[at + 1] ?? '') && !/[?+]/.test(pattern[at + 2] ?? '')) {
      made += `)${pattern[++at]}+`
      continue
    }
    made += character === '$' && !inClass ? '\\z' : character === '&' && inClass ? '\\&' : character
  }
  return `(?d)${made}`
}

/** What takes the place of a match: `\1` is a group, everything else itself. */
export function javaReplacement(by: string, shift = 0): string {
  return by.replace(/\\(\d)|[\\$]/g, (mark, group?: string) =>
    group === undefined ? `\\${mark}` : `$${Number(group) + shift}`,
  )
}

const FIELDS: Readonly<Record<string, readonly [fixed: string, free: string]>> = {
  Y: ['yyyy', 'y'],
  y: ['yy', 'yy'], // of this century to Java
  m: ['MM', 'M'],
  d: ['dd', 'd'],
  H: ['HH', 'H'],
  I: ['hh', 'h'],
  M: ['mm', 'm'],
  S: ['ss', 's'],
  b: ['MMM', 'MMM'],
  p: ['a', 'a'],
}

/** A notation of times (%d.%m.%Y) as Java has it; undefined where it has none. */
export function javaNotation(notation: string): string | undefined {
  const parts = notation.match(/%.|[^%]+/g) ?? []
  const made = parts.map((part, i) => {
    if (!part.startsWith('%')) return part.replace(/[A-Za-z'[\]{}#]+/g, (marks) => `'${marks.replaceAll("'", "''")}'`)
    const field = FIELDS[part[1]!]
    // Numbers without anything between them are as wide as they can be.
    const tight = parts[i + 1]?.startsWith('%') || parts[i - 1]?.startsWith('%')
    return field?.[tight ? 0 : 1]
  })
  return made.includes(undefined) ? undefined : made.join('')
}
