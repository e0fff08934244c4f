import { countOf } from '../../engines/sql.js'
import { defineAttack, type Scored } from '../attack.js'
import { guessPages, shownClicks } from './guess.js'
import { type Restored, score } from './score.js'
import { pagesFrom } from './sources.js'
import { inWords, SOURCES } from './words.js'

const params = {
  results: {
    type: 'text',
    is: 'FILE',
    help: 'results of queries (query, tab, URL), the best first, instead of another log',
  },
  resultsApi: {
    type: 'text',
    is: 'URL',
    help: 'ask a search engine for them; {query} stands for the query. Every shown query with a click is sent to it',
  },
  top: { type: 'whole', min: 1, max: 1000, default: 50, help: 'results of a query that count' },
  tolerance: {
    type: 'whole',
    min: 0,
    max: 1000,
    default: 10,
    help: 'how far a result may be from the shown rank: results move with time, and from engine to engine',
  },
} as const

/** A release shows the host of a clicked result. Whoever knows what the query leads to gives the whole URL back. */
export default defineAttack<typeof params, Restored>({
  name: 'restore-urls',
  summary: 'give clicks their full URLs back, by query, host and rank, from another log or from results of the queries',
  paper: { key: 'Adar07', title: 'User 4XXXXX9: Anonymizing Query Logs, section 4' },
  attacker: 'archivist',
  params,
  needs: [],
  scoresByOriginal: true,
  fits: ({ rows: { columns } }) =>
    columns.includes('query') && columns.includes('host') ? undefined : 'it shows no queries with the hosts of clicks',
  async run(seen, { top, tolerance, ...sources }, on) {
    const { engine } = on
    const shown = await shownClicks(seen, on)
    const pages = await pagesFrom(sources, top, shown, on)
    on.say('looking for the pages behind hosts')
    const guessed = await guessPages(shown, pages, tolerance, on)
    const [counted] = await engine.all<{ clicks: number; guesses: number; alone: number }>(`
      SELECT coalesce(sum(clicks), 0)::DOUBLE AS clicks, coalesce(sum(clicks) FILTER (WHERE url IS NOT NULL), 0)::DOUBLE AS guesses,
        coalesce(sum(clicks) FILTER (WHERE url IS NOT NULL AND urls = 1), 0)::DOUBLE AS alone FROM ${guessed}`)
    const { clicks = 0, guesses = 0, alone = 0 } = counted ?? {}
    const ranked = (await countOf(engine, `${guessed} WHERE rank IS NOT NULL`)) > 0
    return {
      guesses,
      table: {
        table: `(SELECT * FROM ${guessed} WHERE url IS NOT NULL ORDER BY ALL)`,
        columns: ['query', 'host', ...(ranked ? ['rank'] : []), 'url', 'clicks', 'urls'],
      },
      more: { clicks, alone, cost: pages.cost },
      guessed,
      ranked,
      clicks,
      cost: pages.cost,
    }
  },
  score,
  risk,
  text: inWords,
})

interface Figures {
  readonly tried?: unknown
  readonly restored?: unknown
  readonly cost?: { readonly source?: unknown }
}

function risk(scored: Scored) {
  const { tried, restored, cost } = scored as Figures
  if (tried === 0)
    return { share: null, reason: 'no shown click is known to have a URL that says more than its host' } as const
  const source = String(cost?.source)
  const by = Object.hasOwn(SOURCES, source) ? SOURCES[source as keyof typeof SOURCES] : 'by what queries lead to'
  return { share: Number(restored) / Number(tried), of: `clicked URLs given back in full ${by}` }
}
