/** What is told of a claim that a cause is found by. */
interface Told {
  readonly source: string
  readonly item: string
  readonly what: string
}

/** Causes that experiments on other pages have shown, in the order in which they are looked for; headings in italics. */
const REASONS: readonly (readonly [source: string, told: RegExp, cause: string])[] = []

/** Why a figure differs, where an experiment on another page shows it. */
export const shownElsewhere = ({ source, item, what }: Told): string | undefined =>
  REASONS.find(([of, told]) => of === source && told.test(`${item}: ${what}`))?.[2]
