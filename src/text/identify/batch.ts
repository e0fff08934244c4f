import { createIdentifier, type IdentifierOptions, type Kind, type LocaleCode } from './index.js'

/** Options that can be handed to another thread. */
export interface BatchOptions extends Omit<IdentifierOptions, 'isFamous'> {
  /** Names ("first last") that are known to be asked by many. */
  readonly famous?: readonly string[]
}

/** A text in which something was found. */
export interface Hit {
  /** Index in the batch. */
  readonly at: number
  readonly kinds: readonly Kind[]
  readonly masked: string
}

/** What is asked of a batch: to find and mask, or to count the names in it. */
export interface BatchTask {
  readonly values: readonly string[]
  /** How often each value occurs; only for counting names. */
  readonly weights?: readonly number[]
}
export interface BatchResult {
  readonly hits: readonly Hit[]
  readonly names: readonly (readonly [string, number])[]
}

/** A function over batches of texts, with its lists loaded once. */
export function batchIdentifier(options: BatchOptions): (task: BatchTask) => BatchResult {
  const { famous, ...rest } = options
  const many = new Set(famous)
  const finder = createIdentifier({
    ...rest,
    ...(famous ? { isFamous: (first, last) => many.has(`${first} ${last}`) } : {}),
  })
  return ({ values, weights }) => {
    if (weights !== undefined) return { hits: [], names: [...countNames(values, weights, rest.locales)] }
    const hits: Hit[] = []
    values.forEach((value, at) => {
      const findings = finder.find(value)
      if (findings.length > 0)
        hits.push({ at, kinds: [...new Set(findings.map((finding) => finding.kind))], masked: finder.mask(value) })
    })
    return { hits, names: [] }
  }
}

/** Occurrences of every pair that passes for a name and that no list settles. */
function countNames(
  values: readonly string[],
  weights: readonly number[],
  locales: readonly LocaleCode[] | undefined,
): Map<string, number> {
  const counts = new Map<string, number>()
  let weight = 0
  const finder = createIdentifier({
    kinds: ['name'],
    ...(locales === undefined ? {} : { locales }),
    isFamous: (first, last) => {
      const name = `${first} ${last}`
      counts.set(name, (counts.get(name) ?? 0) + weight)
      return true
    },
  })
  values.forEach((value, at) => {
    weight = weights[at]!
    finder.find(value)
  })
  return counts
}
