/** When two queries of a person are of one interest. Any rule is enough. */
export interface Rules {
  /** Normalised Levenshtein distance of at most this. */
  readonly levenshtein: number
  /** Jaccard overlap of words, and of categories where there are any, of at least this. */
  readonly jaccard: number
}
