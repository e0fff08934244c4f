import { checkSources, type ResultSources, resultsOf } from '../../../knowledge/results/index.js'
import type { Log } from '../../../log/log.js'
import type { Made } from '../../../release/made.js'
import type { Context } from '../../method.js'
import type { Known } from '../interest/columns.js'
import { categoriesOf } from './categories.js'
import { numbersOf } from './numbers.js'

/** Where results and categories come from. */
export interface Sources extends ResultSources {
  readonly split: string
  readonly top: number
  readonly knowledge?: string | undefined
}

/** The source in words, and what must be said about it. */
export function sourceOf(sources: Omit<Sources, 'top'>): {
  readonly words: string
  readonly warnings: readonly string[]
} {
  checkSources(sources)
  const { split, results, resultsApi } = sources
  const warning = 'every distinct query of the log is sent to the search engine behind --results-api'
  return {
    words: results ? 'a file' : resultsApi ? "a search engine's API" : 'the clicks of each person',
    warnings: resultsApi !== undefined && split === 'interest' ? [warning] : [],
  }
}

/** What queries are compared by beside their text, and where it came from, for the record. */
export interface Found extends Required<Pick<Made, 'facts' | 'notes'>> {
  readonly known: Known
  drop(): Promise<void>
}

/** Reads what queries are compared by beside their text. */
export async function knownOf(log: Log, sources: Sources, on: Context): Promise<Found> {
  const { words } = sourceOf(sources)
  const listed = await resultsOf(sources, sources.top, log.table, on)
  const results = listed && (await numbersOf(listed, on.engine))
  const categories = sources.knowledge ? await categoriesOf(sources.knowledge, log, on) : undefined
  return {
    known: { ...(results ? { results } : {}), ...(categories ? { categories: categories.table } : {}) },
    facts: { results: words, ...(categories ? { knowledge: categories.knowledge } : {}) },
    notes:
      !log.has.url && !sources.results && !sources.resultsApi
        ? ['The log has no clicked URLs: interests were told apart by their words alone.']
        : [],
    drop: async () => {
      for (const table of [results, categories?.table]) if (table) await on.engine.drop(table)
    },
  }
}
