import { fresh } from '../engines/sql.js'
import { phrasesSql } from '../log/phrases-sql.js'
import { termsSql } from '../log/terms-sql.js'
import { judged } from '../release/experiment.js'
import { phraseWordsOf } from '../release/phrases.js'
import type { Seen } from '../release/seen.js'
import { isShared, readable } from '../shares/open/readable.js'
import type { AttackContext } from './attack.js'

/** The column in which a release shows texts: queries, or the items of a histogram. */
export function textColumn({ rows: { columns } }: Seen): 'query' | 'item' | undefined {
  return columns.includes('query') ? 'query' : columns.includes('item') ? 'item' : undefined
}

/** Why a release has no texts to look at, or undefined if it has. */
export function noTexts(seen: Seen): string | undefined {
  return textColumn(seen) || isShared(seen) ? undefined : 'it shows neither queries nor items'
}

/** Why the texts of a release are none to read: hashed tokens are not what anybody asked. */
export function hashedTexts({ manifest }: Seen): string | undefined {
  return manifest?.steps.some((step) => step.method === 'token-hash') ? 'its tokens are hashed' : undefined
}

/** The texts that a release shows to anyone, each once, as a table (text): shared queries are opened first. */
export async function shownTexts(seen: Seen, { engine, random, signal }: AttackContext) {
  const { rows } = await readable(engine, seen, (below) => random.below(below), signal)
  const column = textColumn({ ...seen, rows }) ?? 'query'
  const shown = fresh('shown')
  await engine.materialise(shown, `SELECT DISTINCT ${column} AS text FROM ${rows.table} WHERE ${column} IS NOT NULL`)
  return { shown, rows, column }
}

/** Why a release has no histories of queries to do something with, or undefined if it has. */
export function noHistories({ rows: { columns } }: Seen, use: 'link' | 'find'): string | undefined {
  if (!columns.includes('query')) return 'the release has no queries'
  return columns.includes('pseudonym') ? undefined : `its rows carry no pseudonyms, so there are no histories to ${use}`
}

/** Are the texts parts of queries: words or phrases? Those of a histogram of either are. */
export function partsShown({ manifest }: Seen): 'keywords' | 'phrases' | undefined {
  const claim = manifest && judged(manifest)
  const items = claim?.kind === 'dp' ? claim.items : manifest?.steps.at(-1)?.params.items
  return items === 'keywords' || items === 'phrases' ? items : undefined
}

/** The texts of a log as a release shows them, as SQL: the rows of `from` with (text, columns), of parts of queries a row for each. */
export function textsAsShown(seen: Seen, from: string, columns: readonly string[]): string {
  const of = columns.join(', ')
  switch (partsShown(seen)) {
    case 'keywords':
      return `SELECT unnest(${termsSql('query')}) AS text, ${of} FROM ${from}`
    case 'phrases': {
      const words = phraseWordsOf(seen.manifest && judged(seen.manifest), seen.manifest?.steps.at(-1)?.params)
      return `SELECT text, ${of} FROM (${phrasesSql(`SELECT query AS text, ${of} FROM ${from}`, 'text', words)})`
    }
    case undefined:
      return `SELECT query AS text, ${of} FROM ${from}`
  }
}
