import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'

/** A made-up query and what it is: its kind, or `-` for harmless. */
export interface Labelled {
  readonly kind: string
  readonly text: string
}

/** The labelled queries of a locale, without the braces around what identifies. */
export function labelled(locale: string): Labelled[] {
  const lines = readFileSync(join(PACKAGE_ROOT, 'test', 'data', 'locales', `${locale}.tsv`), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [kind = '', text = ''] = line.split('\t')
      return { kind, text: text.replaceAll(/[{}]/g, '') }
    })
}

export interface Judged {
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** Share found of each kind, as [found, all]. */
  readonly kinds: Readonly<Record<string, readonly [number, number]>>
  readonly missed: readonly Labelled[]
  readonly wrong: readonly Labelled[]
}

/** A query counts as found if anything in it is. */
export function judge(queries: readonly Labelled[], isFlagged: (text: string) => boolean): Judged {
  const kinds: Record<string, [number, number]> = {}
  const missed: Labelled[] = []
  const wrong: Labelled[] = []
  for (const query of queries) {
    const flagged = isFlagged(query.text)
    if (query.kind === '-') {
      if (flagged) wrong.push(query)
      continue
    }
    kinds[query.kind] ??= [0, 0]
    const counts = kinds[query.kind]!
    counts[1] += 1
    if (flagged) counts[0] += 1
    else missed.push(query)
  }
  const all = Object.values(kinds).reduce((sum, [, n]) => sum + n, 0)
  const found = all - missed.length
  const precision = found / Math.max(1, found + wrong.length)
  const recall = found / Math.max(1, all)
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall), kinds, missed, wrong }
}
