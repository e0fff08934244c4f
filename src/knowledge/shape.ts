/** A category of a knowledge base, by number. */
export type Category = number

/**
 * A tree of categories with the phrases that lead to them: what a query is about, and what that is a kind of.
 * [Erola13] §5.5.1.1: phrases and labels meet without stop words and stemmed.
 */
export interface Knowledge {
  readonly name: string
  readonly version: string
  /** The number of categories. */
  readonly size: number
  /** Categories of a phrase, the best first; none if the phrase is not known. */
  lookup(phrase: string): readonly Category[]
  /** A category and all that it is a kind of: itself first, its top-level category last. */
  ancestors(category: Category): readonly Category[]
  title(category: Category): string
}
