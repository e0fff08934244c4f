import type { ValuesOf } from '../../base/params.js'
import type { Engine } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { resultsOf } from '../../knowledge/results/index.js'
import { hostSql } from '../../log/host-sql.js'
import type { Log } from '../../log/log.js'
import { promise } from '../../release/guarantee.js'
import type { Made } from '../../release/made.js'
import { type Context, defineMethod } from '../method.js'

const params = {
  k: {
    type: 'whole',
    min: 2,
    max: Number.MAX_SAFE_INTEGER,
    help: 'documents, and sites, that must have been clicked for a query',
    advice:
      'Choose how many documents and how many sites must have been clicked for a query. The source tries 2 to 40.',
  },
  results: {
    type: 'text',
    is: 'FILE',
    help: 'count the documents and sites that an engine returns (query, tab, URL) instead of those that were clicked',
  },
  top: { type: 'whole', min: 1, max: 1000, default: 50, help: 'results of a query that count' },
} as const

/** Queries out that lead to too few documents, that name their site, or that meet others in a document. A baseline. */
export default defineMethod<typeof params>({
  name: 'poblete',
  summary: 'a baseline: drop queries that lead to few documents or share a clicked document with another query',
  paper: {
    key: 'Poblete08',
    title: 'Privacy-preserving query log mining for business confidentiality protection',
  },
  params,
  acts: () => 'global',
  needs: () => 'columns',
  requires: ['url'],
  readsRaw: () => false,
  writesTags: () => false,
  shows: () => ({ link: 'user' }),
  guarantee: (_, unit) =>
    promise(
      { kind: 'none' },
      {
        unit,
        notProtected: [
          'Persons: queries are dropped by what was clicked, not by who asked them; those that stay, stay as they are, and most histories can still be linked to who asked them.',
        ],
      },
    ),
  destroys: () => undefined,
  textsStay: true,
  attacks: ['link-records', 'partial-knowledge'],
  usual: [{ k: [5, 10, 30, 50] }],
  run,
})

async function run(log: Log, { k, results, top }: ValuesOf<typeof params>, on: Context): Promise<Made> {
  const { engine } = on
  const [clicks, enough, table] = [fresh('clicks'), fresh('enough'), fresh('kept')]
  on.say('counting documents')
  await engine.materialise(
    clicks,
    `SELECT DISTINCT query, url, ${hostSql('url')} AS host FROM ${log.table}
    WHERE query IS NOT NULL AND url IS NOT NULL AND ${hostSql('url')} IS NOT NULL`,
  )
  const listed = await resultsOf({ results }, top, log.table, on)
  const documents =
    listed === undefined
      ? clicks
      : `(SELECT query, url, ${hostSql('url')} AS host FROM ${listed} WHERE query IS NOT NULL)`
  // [Poblete08] §4: too few documents or sites, or the site is named in the query.
  await engine.materialise(
    enough,
    `SELECT d.query FROM ${documents} d SEMI JOIN ${log.table} l ON d.query = l.query
    ANTI JOIN (SELECT query FROM ${clicks} WHERE contains(query, regexp_replace(host, '^www\\.', ''))) n ON d.query = n.query
    WHERE d.host IS NOT NULL GROUP BY d.query HAVING count(DISTINCT d.url) >= ${k} AND count(DISTINCT d.host) >= ${k}`,
  ) // (query)
  on.say('taking queries apart that share documents')
  const alone = await withoutEdges(engine, log, clicks, enough)
  await engine.materialise(table, `SELECT l.* FROM ${log.table} l SEMI JOIN ${alone} a ON l.query = a.query`)
  await engine.drop(clicks, enough, alone, ...(listed === undefined ? [] : [listed]))
  return { log: { ...log, table }, facts: { documents: listed === undefined ? 'clicked' : 'returned' } }
}

/**
 * [Poblete08] §4.2: the graph of queries has an edge where sets of clicked documents meet; queries go, those with the fewest rows
 * first, until there is none. No edge is ever made: a query has one as long as one of its documents has another query.
 */
async function withoutEdges(engine: Engine, log: Log, clicks: string, enough: string): Promise<string> {
  const texts: string[] = []
  const documents: number[][] = []
  const codes = new Map<string, number>()
  const meet: number[] = [] // queries that are left for a document
  for await (const [queries, urls] of engine.stream(`
    SELECT e.query, c.url FROM ${enough} e LEFT JOIN ${clicks} c ON c.query = e.query
    JOIN (SELECT query, count(*) AS n FROM ${log.table} GROUP BY query) r ON e.query = r.query ORDER BY r.n, e.query, c.url`)) {
    for (const [i, query] of (queries ?? []).entries()) {
      if (texts.at(-1) !== query) {
        texts.push(query as string)
        documents.push([])
      }
      const url = urls?.[i] as string | null
      if (url === null) continue // returned, and never clicked
      let code = codes.get(url)
      if (code === undefined) {
        code = meet.push(0) - 1
        codes.set(url, code)
      }
      documents.at(-1)?.push(code)
      meet[code]!++
    }
  }
  const left = texts.filter((_, query) => {
    const own = documents[query]!
    const meets = own.some((code) => meet[code]! > 1)
    if (meets) for (const code of own) meet[code]!--
    return !meets
  })
  const table = fresh('alone')
  await engine.append(table, ['query'], left.length === 0 ? [] : [[left]])
  return table // (query)
}
