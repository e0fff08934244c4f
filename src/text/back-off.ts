/**
 * [Erola13] §5.5.1.1: a phrase that is not known loses its leftmost word, again and again: "exciting water sports", "water
 * sports", "sports". Gives what is found for the longest one, or nothing.
 */
export function backOff<T>(phrase: string, find: (phrase: string) => readonly T[]): readonly T[] {
  for (let rest = phrase; rest !== ''; ) {
    const found = find(rest)
    if (found.length > 0) return found
    const blank = rest.indexOf(' ')
    rest = blank < 0 ? '' : rest.slice(blank + 1)
  }
  return []
}
