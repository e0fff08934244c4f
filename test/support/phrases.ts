/** The distinct phrases of a text, by plain counting: runs of at most `longest` words. */
export function phrasesOf(text: string, longest: number): ReadonlySet<string> {
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
  const found = new Set<string>()
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + longest); to++)
      found.add(words.slice(from, to).join(' '))
  return found
}
