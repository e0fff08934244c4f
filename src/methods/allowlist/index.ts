import { fail } from '../../base/errors.js'
import type { ValuesOf } from '../../base/params.js'
import { antiJoin, chained, each, itemAt, lengthOf, replaceAll, runs, split } from '../../engines/dialect/index.js'
import { fresh } from '../../engines/sql.js'
import { countingOf } from '../../histograms/items.js'
import { PHRASE_WORDS_PARAM } from '../../histograms/params.js'
import type { Log } from '../../log/log.js'
import { type KUsersPerNgram, promise } from '../../release/guarantee.js'
import type { Made } from '../../release/made.js'
import { thresholdRows } from '../../thresholds/rows.js'
import { type Context, defineMethod } from '../method.js'
import { commonPhrases } from './phrases.js'

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
  items: {
    type: 'choice',
    of: ['queries', 'phrases'],
    default: 'queries',
    help: 'what is kept: rows with whole queries, or a table of phrases with the persons who used each',
  },
  phraseWords: PHRASE_WORDS_PARAM,
} as const
type Values = ValuesOf<typeof params>

/**
 * Keeps a query if each of its words, or runs of words, is common; or, of texts too long for that, the common phrases by themselves. Says plainly that
 * combinations are not protected.
 */
export default defineMethod<typeof params>({
  name: 'allowlist',
  summary:
    'keep a query if each of its words (or runs of n words) was used by k persons; or the phrases that k persons used',
  paper: { key: 'EC26', title: 'Draft measures on sharing search data, April 2026, by press accounts' },
  params,
  acts: () => 'global',
  needs: () => 'sql',
  requires: ['person'],
  textsStay: true,
  attacks: ['inject-users', 'difference-releases', 'link-records', 'partial-knowledge'],
  usual: [{ k: [5, 10, 30, 50], first: true }],
  readsRaw: () => false,
  writesTags: () => false,
  makes: ({ items }) => (items === 'phrases' ? 'items' : undefined),
  textsOnly: ({ items }) => items === 'phrases',
  guarantee: (values, unit) => (values.items === 'phrases' ? ofPhrases(values, unit) : ofQueries(values, unit)),
  // Whole queries go or stay: what holds of each one goes on holding.
  destroys: (_, { items }) =>
    items === 'phrases' ? 'it shows phrases in the place of the queries that the promise speaks of' : undefined,
  since: true,
  run: (log, values, on) =>
    values.items === 'phrases' ? commonPhrases(log, values.k, wordsOf(values), on) : run(log, values, on),
})

/** The longest phrase, in words. What is said of whole queries would go unheard, and longer phrases come out than were meant. */
function wordsOf(values: Values): number {
  if (values.n !== params.n.default || values.maxTerms !== params.maxTerms.default)
    fail(
      'usage',
      '--n and --max-terms belong to --items queries',
      'Leave them out; --phrase-words is the longest phrase.',
    )
  return countingOf(values).words ?? 1
}

function ofPhrases(values: Values, unit: string): KUsersPerNgram {
  const words = wordsOf(values)
  return promise(
    { kind: 'k-users-per-ngram', k: values.k, hostK: 0, n: words, maxTerms: words, items: 'phrases' },
    {
      unit,
      notProtected: [
        'Persons, against someone who can add users to the log: k - 1 of them bring out a phrase that one person used.',
        'How many persons used a phrase: counts are exact.',
        'What stands together: phrases that overlap can often be put together to a longer text, which fewer persons may have asked.',
      ],
    },
  )
}

function ofQueries(values: Values, unit: string): KUsersPerNgram {
  countingOf(values)
  const { k, n, maxTerms } = values
  return promise(
    { kind: 'k-users-per-ngram', k, hostK: k, n, maxTerms },
    {
      unit,
      notProtected: [
        'Combinations: a query made of common words can be one that a single person asked, and can name that person.',
        'Signs between the words: punctuation, symbols, emoji.',
        'How often and on which days a released query was asked.',
      ],
    },
  )
}

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
