import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { type Context, defineMethod } from '../method.js'
import type { ValuesOf } from '../params.js'
import { thresholdRows } from '../threshold-rows.js'
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
  acts: 'global',
  needs: 'sql',
  requires: ['person'],
  readsRaw: ({ same }) => same === 'exact',
  writesTags: ({ withheld }) => withheld === 'tag',
  guarantee: ({ k, hostK = k, withheld }, unit) => ({
    kind: 'k-users-per-query',
    k,
    hostK,
    unit,
    sentence: `Every query in this release was asked by at least ${k} distinct persons, and every pair of a query and a clicked host belongs to at least ${hostK}.`,
    assumptions: [
      unit === 'user' ? 'A user id of the log is one person.' : `One ${unit} of the log counts as one person.`,
      'The custodian does not release another version of the same log.',
    ],
    notProtected: [
      `Someone who can add ${k - 1} users to the log can test whether one more person asked a query.`,
      'A query asked by many can still name somebody: a famous person, a family name, a place.',
      'How often and on which days a released query was asked.',
      ...(withheld === 'tag'
        ? [
            'Which withheld queries are equal, how often and when they were asked; whoever holds the key can test guesses.',
          ]
        : []),
    ],
  }),
  destroys: (promise, { same }) =>
    promise.kind === 'k-users-per-ngram' && same === 'words'
      ? 'a class of variants may show its stemmed and sorted words, which nobody need have written'
      : undefined,
  run,
})

async function run(log: Log, values: Values, on: Context): Promise<Log> {
  const { k, hostK = k, same, withheld } = values
  on.say('counting persons per query')
  const released =
    same === 'words'
      ? await releasedVariants(log, k, on)
      : await frequent(log, k, same === 'exact' ? 'raw' : 'query', on)
  on.say('withholding the rest')
  return thresholdRows(
    log,
    {
      released,
      matchOn: same === 'exact' ? 'raw' : 'query',
      hostK,
      within: values.within?.split(',').map((s) => s.trim()) ?? [],
      tags: withheld === 'tag',
    },
    on,
  )
}

/** Texts of at least k persons. Two groupings, since one person who asks often is one person. */
async function frequent(log: Log, k: number, column: 'query' | 'raw', on: Context): Promise<string> {
  const table = fresh('frequent')
  const text = column === 'query' ? 'match' : 'any_value(query)'
  await on.engine.run(`
    CREATE TABLE ${table} AS SELECT match, ${text} AS text FROM (
      SELECT ${column} AS match, person ${column === 'raw' ? ', any_value(query) AS query' : ''} FROM ${log.table} WHERE query IS NOT NULL GROUP BY ${column}, person)
    GROUP BY match HAVING count(*) >= ${k}`)
  return table // (match, text)
}
