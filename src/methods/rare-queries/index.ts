import { counted } from '../../base/counted.js'
import { fail } from '../../base/errors.js'
import type { ValuesOf } from '../../base/params.js'
import { anyOf } from '../../engines/dialect/index.js'
import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { promise } from '../../release/guarantee.js'
import type { Made } from '../../release/made.js'
import { thresholdRows } from '../../thresholds/rows.js'
import { type Context, defineMethod } from '../method.js'
import { releasedVariants } from './variants.js'

const params = {
  k: {
    type: 'whole',
    min: 2,
    max: Number.MAX_SAFE_INTEGER,
    help: 'persons who must have asked a query',
    advice:
      'Choose how many persons must have asked a query before it is shown: 5 hides little, 30 is what Google offers in the EU, 100 is cautious. lethe inspect shows what each costs.',
  },
  hostK: {
    type: 'whole',
    min: 2,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    help: 'persons who must share a (query, host) pair; default k',
  },
  same: {
    type: 'choice',
    of: ['exact', 'normalised', 'words'],
    default: 'normalised',
    help: 'what counts as the same query: the very bytes, the normal form, or the same stemmed words in any order',
  },
  withheld: {
    type: 'choice',
    of: ['drop', 'tag'],
    default: 'drop',
    help: 'what becomes of rows that are withheld; tag needs a key',
  },
  within: {
    type: 'text',
    is: 'LIST',
    help: 'further columns (with commas) that count as part of the (query, host) pair',
  },
} as const
type Values = ValuesOf<typeof params>

/** Rare queries out: a text stays only if at least k distinct persons asked it. */
export default defineMethod<typeof params>({
  name: 'rare-queries',
  summary: 'keep a query only if at least k persons asked it',
  paper: { key: 'Adar07', title: 'User 4XXXXX9: Anonymizing Query Logs, section 5' },
  params,
  acts: () => 'global',
  needs: () => 'sql',
  requires: ['person'],
  textsStay: true,
  attacks: ['inject-users', 'difference-releases', 'link-records', 'partial-knowledge'],
  usual: [
    { k: [5, 10, 30, 50], first: true },
    { k: 10, unscrubbed: true },
    { k: [5, 10, 30, 50], link: 'user', use: 'histories' },
  ],
  readsRaw: ({ same }) => same === 'exact',
  rewrites: ({ same }) => same === 'words',
  writesTags: ({ withheld }) => withheld === 'tag',
  guarantee: ({ k, hostK = k, same, withheld }, unit) =>
    promise(
      { kind: 'k-users-per-query', k, hostK, ...(same === 'words' ? { same } : {}) },
      {
        unit,
        assumptions: ['The custodian does not release another version of the same log.'],
        notProtected: [
          `Someone who can add ${counted(k - 1, 'user')} to the log can test whether one more person asked a query.`,
          'A query asked by many can still name somebody: a famous person, a family name, a place.',
          'How often and on which days a released query was asked.',
          ...(withheld === 'tag'
            ? [
                'Which withheld queries are equal, how often and when they were asked; whoever holds the key can test guesses.',
              ]
            : []),
        ],
      },
    ),
  destroys: (promise, { same }) =>
    promise.kind === 'k-users-per-ngram' && same === 'words'
      ? 'a class of variants may show its stemmed and sorted words, which nobody need have written'
      : undefined,
  since: true,
  run,
})

async function run(log: Log, values: Values, on: Context): Promise<Made> {
  const { k, hostK = k, same, withheld } = values
  if (on.since && same !== 'normalised')
    fail(
      'usage',
      `--since compares normalised queries, and --same ${same} asks for another comparison`,
      'Leave one out.',
    )
  // What is shown beside pairs was not written down before: who is new in a cell of three cannot be told.
  if (on.since && values.within !== undefined)
    fail('usage', '--since compares queries and hosts, and --within asks for more', 'Leave one out.')
  on.say('counting persons per query')
  const rest = {
    hostK,
    within: values.within?.split(',').map((column) => column.trim()) ?? [],
    tags: withheld === 'tag',
  }
  switch (same) {
    case 'normalised': {
      const { texts, queries } = await oftenAsked(log, k, on)
      const made = await thresholdRows(log, { texts, matchOn: 'query', k, ...rest }, on)
      return { ...made, learnt: { queries } }
    }
    case 'exact':
      return thresholdRows(log, { texts: await exactTexts(log, k, on), matchOn: 'raw', ...rest }, on)
    case 'words':
      return thresholdRows(log, { texts: await releasedVariants(log, k, on), matchOn: 'query', ...rest }, on)
  }
}

/** Queries that stand in k rows or more, a small part and the only ones that k persons can have asked; and how many there are of all. */
async function oftenAsked(log: Log, k: number, on: Context): Promise<{ texts: string; queries: number }> {
  const [all, often] = [fresh('all'), fresh('often')]
  // Rare texts are counted and forgotten in the same pass.
  await on.engine.materialise(
    all,
    `SELECT CASE WHEN n >= ${k} THEN query END AS match FROM (
      SELECT query, count(*) AS n FROM ${log.table} WHERE query IS NOT NULL GROUP BY query)`,
  )
  const [counted] = await on.engine.all<{ queries: number }>(`SELECT count(*) AS queries FROM ${all}`)
  const texts = `SELECT match, match AS text FROM ${all} WHERE match IS NOT NULL`
  if (on.engine.cluster) await on.engine.view(often, texts)
  else {
    await on.engine.materialise(often, texts)
    await on.engine.drop(all)
  }
  return { texts: often, queries: counted?.queries ?? 0 } // often: (match, text)
}

/** Texts that k persons wrote to the letter, with their normal form. */
async function exactTexts(log: Log, k: number, on: Context): Promise<string> {
  const table = fresh('exact')
  await on.engine.materialise(
    table,
    `SELECT raw AS match, ${anyOf('query')} AS text FROM (
      SELECT raw, person, ${anyOf('query')} AS query FROM ${log.table} WHERE query IS NOT NULL GROUP BY raw, person)
    GROUP BY raw HAVING count(*) >= ${k}`,
  )
  return table // (match, text)
}
