const STATES = `al alabama ak alaska az arizona ar arkansas ca california co colorado ct connecticut de delaware fl florida
ga georgia hi hawaii id idaho il illinois in indiana ia iowa ks kansas ky kentucky la louisiana me maine md maryland ma
massachusetts mi michigan mn minnesota ms mississippi mo missouri mt montana ne nebraska nv nevada nh nj nm ny nc nd oh
ohio ok oklahoma or oregon pa pennsylvania ri sc sd tn tennessee tx texas ut utah vt vermont va virginia wa washington wv
wi wisconsin wy wyoming dc pr fla calif penn mass ariz tenn`
const TWO_WORDS = new Set(
  `new hampshire,new jersey,new mexico,new york,north carolina,north dakota,rhode island,south carolina,south dakota,
west virginia,puerto rico`.split(/,\s*/),
)
export const ONE_WORD: ReadonlySet<string> = new Set(STATES.split(/\s+/))
const ALSO_WORDS = new Set('in or me hi ok oh id la de co al pa ma mass penn'.split(' '))

/** How many of the words from i on name a state of the US: 0, 1 or 2. */
export function stateWords(words: readonly { readonly text: string }[], i: number): number {
  const word = words[i]?.text
  if (word === undefined) return 0
  if (TWO_WORDS.has(`${word} ${words[i + 1]?.text ?? ''}`)) return 2
  return ONE_WORD.has(word) ? 1 : 0
}

/** Two letters that are mostly a word: as a state they need a ZIP code behind them, or the end of the query. */
export function alsoWord(state: string): boolean {
  return ALSO_WORDS.has(state)
}

export function isState(word: string): boolean {
  return ONE_WORD.has(word)
}
