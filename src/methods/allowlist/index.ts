import type { ValuesOf } from '../../base/params.js'
import { antiJoin, chained, each, itemAt, lengthOf, replaceAll, runs, split } from '../../engines/dialect/index.js'
import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { promise } from '../../release/guarantee.js'
import type { Made } from '../../release/made.js'
import { thresholdRows } from '../../thresholds/rows.js'
import { type Context, defineMethod } from '../method.js'

const params = {
  k: {
    type: 'whole',
    min: 2,
    max: Number.MAX_SAFE_INTEGER,
    help: 'persons who must have used each part of a query',
    advice: 'Choose how many persons must have used each word: the draft rule of the European Commission says 50.',
  },
  n: { type: 'whole', min: 1, max: 5, default: 1, help: 'parts are runs of at most this many words' },
  maxTerms: { type: 'whole', min: 1, max: 100, default: 10, help: 'longest query to keep, in words' },
} as const
type Values = ValuesOf<typeof params>

/** Keeps a query if each of its words, or runs of words, is common. Says plainly that combinations are not protected. */
export default defineMethod<typeof params>({
  name: 'allowlist',
  summary: 'keep a query if each of its words (or runs of n words) was used by k persons',
  paper: { key: 'EC26', title: 'Draft measures on sharing search data, April 2026, by press accounts' },
  params,
  acts: () => 'global',
  needs: () => 'sql',
  requires: ['person'],
  textsStay: true,
  attacks: ['inject-users', 'difference-releases', 'link-records', 'partial-knowledge'],
  usual: [{ k: [5, 10, 30, 50] }],
  readsRaw: () => false,
  writesTags: () => false,
  guarantee: ({ k, n, maxTerms }, unit) =>
    promise(
      { kind: 'k-users-per-ngram', k, hostK: k, n, maxTerms },
      {
        unit,
        notProtected: [
          'Combinations: a query made of common words can be one that a single person asked, and can name that person.',
          'Signs between the words: punctuation, symbols, emoji.',
          'How often and on which days a released query was asked.',
        ],
      },
    ),
  destroys: () => undefined, // whole queries go or stay: what holds of each one goes on holding
  since: true,
  run,
})

async function run(log: Log, { k, n, maxTerms }: Values, on: Context): Promise<Made> {
  on.say('counting persons per word')
  const [queries, people, grams, uses] = [fresh('queries'), fresh('people'), fresh('grams'), fresh('uses')]
  const [common, before, allowed, released] = [fresh('common'), fresh('before'), fresh('allowed'), fresh('released')]
  const parts = Array.from({ length: n }, (_, i) => runs('words', i + 1))
  await on.engine.materialise(
    queries,
    `SELECT query, row_number() OVER () AS q,
      ${splitSql('query')} AS words
    FROM (SELECT DISTINCT query FROM ${log.table} WHERE query IS NOT NULL)`,
  )
  await on.engine.materialise(
    people,
    `SELECT person, row_number() OVER () AS p FROM (SELECT DISTINCT person FROM ${log.table})`,
  )
  await on.engine.materialise(uses, `SELECT DISTINCT q, ${each(chained(parts))} AS gram FROM ${queries}`)
  await on.engine.materialise(grams, `SELECT gram, row_number() OVER () AS g FROM (SELECT DISTINCT gram FROM ${uses})`)
  await on.engine.materialise(
    common,
    `SELECT g FROM (
      SELECT DISTINCT g, p FROM (SELECT DISTINCT q, p FROM ${log.table} JOIN ${queries} USING (query) JOIN ${people} USING (person))
      JOIN (SELECT q, g FROM ${uses} JOIN ${grams} USING (gram)) USING (q))
    GROUP BY g HAVING count(*) >= ${k}`,
  )
  // common: (g), the parts that k persons used
  if (on.since) {
    const words = splitSql('query')
    const partsBy = (from: string) => `SELECT DISTINCT ${from}, ${each(chained(parts))} AS gram`
    await on.engine.materialise(
      before,
      `SELECT DISTINCT g, person FROM (${partsBy('person')} FROM (SELECT DISTINCT person, query, ${words} AS words FROM ${on.since.asked} WHERE query IS NOT NULL)) JOIN ${grams} USING (gram)`,
    )
    await on.engine.materialise(
      allowed,
      `SELECT g FROM ${common} WHERE g IN (
        SELECT g FROM (${partsBy('query')} FROM (SELECT DISTINCT query, ${words} AS words FROM ${on.since.shown} WHERE query IS NOT NULL)) JOIN ${grams} USING (gram))
      OR g IN (
        SELECT g FROM (SELECT DISTINCT g, person FROM (SELECT DISTINCT q, person FROM ${log.table} JOIN ${queries} USING (query)) JOIN (SELECT q, g FROM ${uses} JOIN ${grams} USING (gram)) USING (q))
        ${antiJoin(before, 'USING (g, person)')} GROUP BY g HAVING count(*) >= ${k})`,
    )
    await on.engine.drop(before)
  } else await on.engine.view(allowed, `SELECT g FROM ${common}`)
  on.say('keeping queries of common words')
  await on.engine.materialise(
    released,
    `SELECT query AS match, query AS text FROM ${queries}
    WHERE ${lengthOf('words')} <= ${maxTerms} AND ${itemAt('words', 1)} <> '' AND q NOT IN (SELECT q FROM ${uses} JOIN ${grams} USING (gram) ${antiJoin(allowed, 'USING (g)')})`,
  )
  await on.engine.drop(queries, people, grams, uses, allowed, common)
  return thresholdRows(log, { texts: released, matchOn: 'query', hostK: k, within: [], tags: false }, on)
}

/** Signs that can be read are words too: circled letters, Braille, pictures. */
function splitSql(text: string): string {
  return split(`trim(${replaceAll(text, '[^\\p{L}\\p{M}\\p{N}\\p{So}\\p{Co}]+', ' ')})`, ' ')
}
