/**
 * Words with so general a meaning that they say nothing of what is searched: articles, prepositions, pronouns, auxiliaries,
 * question words, and what a web address leaves behind ("www", "com").
 */
const STOP_WORDS = new Set(
  `a about above across after again against all almost also although always am among an and another any anybody anyone
  anything are aren around as at away back be became because become been before being below between both but by can cannot
  could couldn did didn do does doesn doing don done down during each either else ever every everyone everything few for
  from further get gets got had hadn has hasn have haven having he hence her here hers herself him himself his how however
  i if in instead into is isn it its itself just least less let like ll made many may maybe me might mine more most much
  must my myself near need never no nobody none nor not nothing now of off often on once one only onto or other others
  otherwise our ours ourselves out over own per perhaps please quite rather re really s same several shall she should
  shouldn since so some somebody someone something sometimes still such t than that the their theirs them themselves then
  there these they thing things this those though through thus to together too toward towards under until up upon us very
  was wasn we well were weren what whatever when where whether which while who whoever whole whom whose why will with
  within without won would wouldn yes yet you your yours yourself yourselves www http https com net org`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}

/** The words that say something; all of them, where none would be left ("the who"). */
export function withoutStopWords(words: readonly string[]): readonly string[] {
  const left = words.filter((word) => !STOP_WORDS.has(word))
  return left.length > 0 ? left : words
}
