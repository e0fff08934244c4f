import type { CountryCode } from 'libphonenumber-js'

/** A national number with a check digit: how it looks in a folded text, and whether it is one. */
export interface NationalNumber {
  /** Source of a pattern; blanks and the like inside are taken out before the check. */
  readonly shape: string
  readonly check: (compact: string) => boolean
  /** Does the shape hold letters or so many digits that chance cannot make one? Then it needs no word beside it. */
  readonly sure: boolean
}

/**
 * What is known of a language and its countries, for the detectors. Data alone: words may carry accents, and stand in lists with commas; a word is meant with and
 * without its accents, and as ae, oe, ue. Patterns are sources of regular expressions over folded text (small letters, no accents).
 */
export interface Locale {
  readonly code: string
  /** For sentences: German (Germany, Austria, Switzerland). */
  readonly title: string
  readonly phone: {
    /** Where numbers without a country code belong, the most usual first. */
    readonly regions: readonly CountryCode[]
    /** Numbers of firms and authorities that all may call: digits without gaps. */
    readonly hotlines: string
    /** Words that say as much. */
    readonly services: string
    readonly about: string
  }
  readonly address: {
    /** Does the house number stand before the street, behind it, or both? */
    readonly number: 'before' | 'behind' | 'both'
    /** Words before the name of a street; the second list those that often mean something else. */
    readonly words: string
    readonly weakWords: string
    /** Endings of names of streets, joined or behind a blank; the second list those that other words have too. */
    readonly endings: string
    readonly weakEndings: string
    /** Words that end like a street and are none. */
    readonly noStreets: string
    readonly postcode: string
    /** What may stand before the number: nr, n°. */
    readonly numberWords: string
    readonly about: string
  }
  readonly birth: { readonly words: string; readonly months: string }
  readonly ids: {
    /** Words that announce a number of a person's own. */
    readonly labels: string
    readonly fillers: string
    readonly numbers: readonly NationalNumber[]
    /** Shapes of number plates; those of the first list nothing else has. */
    readonly plates: readonly string[]
    readonly weakPlates: readonly string[]
    readonly aboutPlates: string
  }
  readonly names: {
    readonly particles: string
    /** Those behind which any word is a last name. */
    readonly strongParticles: string
    /** First names that are also words, towns, months. */
    readonly alsoWords: readonly string[]
    /** Endings that only last names have. */
    readonly endings: string
    /** What stands beside a private person's name, and what beside a known one's or none. */
    readonly people: string
    readonly known: string
    /** Words before a name that make it a thing's: a street, a school. */
    readonly things: string
    /** Has a person two last names? */
    readonly twoLastNames: boolean
  }
  /** Words about things that are made and sold: a number beside them is a model. */
  readonly goods: string
  /** The words that tell the language of a log. */
  readonly stopWords: string
}
