/** Two words that follow one another in a query; the empty text stands for its start, and for its end. */
export type Bigram = readonly [first: string, second: string]

/** Words of the longest text that is looked for by its bigrams. */
const LONGEST = 4
/** Texts of one length, at most: more of them than this are too many to be worth a threshold. */
const MOST_TEXTS = 200_000

/**
 * Texts that released ones suggest, in families: words of released bigrams as queries of their own; texts of two to four words all of whose bigrams were
 * released; and other spellings of a site, with and without www and com. Nothing but released texts goes in.
 */
export function candidates(bigrams: readonly Bigram[], lexicon: readonly string[]): readonly (readonly string[])[] {
  const words = [...new Set(bigrams.flat())].filter((word) => word !== '').sort()
  const sites = [...new Set([...lexicon, ...words].flatMap((text) => siteOf(text) ?? []))].sort()
  return [words, sites.flatMap(spellings), ...composable(bigrams)].filter((family) => family.length > 0)
}

/** The name of a site that a text may stand for. */
export function siteOf(text: string): string | undefined {
  return /^(?:www\.)?([a-z0-9-]+)(?:\.com)?$/.exec(text)?.[1]
}

function spellings(site: string): string[] {
  return [site, `${site}.com`, `www.${site}.com`]
}

/** All texts of two words, of three and so on whose bigrams are there; of a length that has too many none, and of longer ones none either. */
function composable(bigrams: readonly Bigram[]): string[][] {
  const after = new Map<string, string[]>()
  for (const [first, second] of bigrams) {
    const others = after.get(first)
    if (others === undefined) after.set(first, [second])
    else others.push(second)
  }
  const last = new Set(bigrams.filter(([, second]) => second === '').map(([first]) => first))
  const found: string[][] = []
  let begun = (after.get('') ?? []).filter((word) => word !== '').map((word) => [word])
  for (let length = 2; length <= LONGEST; length++) {
    const longer: string[][] = []
    for (const words of begun)
      for (const next of after.get(words.at(-1)!) ?? []) if (next !== '') longer.push([...words, next])
    if (longer.length > MOST_TEXTS) break
    found.push(longer.filter((words) => last.has(words.at(-1)!)).map((words) => words.join(' ')))
    begun = longer
  }
  return found
}
