import { fail } from '../../base/errors.js'
import type { ValuesOf } from '../../base/params.js'
import { cast, eachPlaced, hmacSql, joinedInOrder, none, replaceAll, split } from '../../engines/dialect/index.js'
import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { type Guarantee, promise } from '../../release/guarantee.js'
import type { Made } from '../../release/made.js'
import { type Context, defineMethod } from '../method.js'

const params = {
  order: {
    type: 'choice',
    of: ['kept', 'shuffled'],
    default: 'kept',
    help: 'whether the hashes of a query stand in the order of its tokens',
  },
  beside: {
    type: 'choice',
    of: ['withheld', 'kept'],
    default: 'withheld',
    help: 'what becomes of host, rank and further columns, which tell what a hashed query was',
  },
} as const
type Values = ValuesOf<typeof params>

/** 64 bits in hexadecimal: among ten million tokens two meet with a chance of about 3 in a million. */
const DIGITS = 16

/** Every token a keyed hash. Offered because custodians ask for it, and so that it can be broken. */
export default defineMethod<typeof params>({
  name: 'token-hash',
  summary: 'replace every token by a keyed hash; offered so that it can be broken (attack invert-tokens)',
  paper: { key: 'Kumar07', title: 'On Anonymizing Query Logs via Token-based Hashing, section 3' },
  params,
  acts: () => 'per-row',
  needs: () => 'sql',
  requires: [],
  readsRaw: () => false,
  rewrites: () => true,
  writesTags: () => true,
  guarantee: ({ order, beside }, unit) =>
    promise(
      { kind: 'none' },
      {
        unit,
        assumptions: ['Nobody but the custodian has the key: whoever has it opens every token by trying words.'],
        notProtected: [
          'Common tokens, which those that they occur with give away: with another log for comparison, the attack invert-tokens finds most of them, and names, places and illnesses among them.',
          'Which queries are equal or share tokens, how often and when they were asked.',
          ...(order === 'kept' ? ['The order of tokens, which makes the attack stronger.'] : []),
          ...(beside === 'kept' ? ['Clicked hosts and further columns, which tell what a hashed query was.'] : []),
        ],
      },
    ),
  destroys,
  attacks: ['invert-tokens'],
  usual: [{ unscrubbed: true }],
  warns: () => [
    'token-hash protects nothing: try lethe attack invert-tokens with another log as --reference before you rely on it',
  ],
  run,
})

/** Equal queries stay equal, and only queries of the same tokens can fall together: whoever stood behind a query still does. */
function destroys(promise: Guarantee): string | undefined {
  return promise.kind === 'none' || promise.kind === 'k-users-per-query'
    ? undefined
    : 'hashes are other words, of which it was not shown'
}

async function run(log: Log, { order, beside }: Values, on: Context): Promise<Made> {
  const { key, engine } = on
  if (key === undefined) fail('usage', 'hashes need a key', 'Give --key FILE (see lethe keygen) or --ephemeral-key.')
  on.say('hashing tokens')
  // The prefix keeps hashes of tokens apart from tags of whole queries under the same key; no query holds a tab.
  const hash = `left(${hmacSql(key, `('token' || chr(9) || t)`)}, ${DIGITS})`
  const [queries, placed, hashes] = [fresh('queries'), fresh('placed'), fresh('hashes')]
  const [texts, hashed] = [fresh('texts'), fresh('hashed')]
  await engine.materialise(
    queries,
    `SELECT query, row_number() OVER () AS q FROM (SELECT DISTINCT query FROM ${log.table} WHERE query IS NOT NULL)`,
  )
  await engine.materialise(placed, `SELECT q, ${eachPlaced(split('query', ' '), 't', 'place')} FROM ${queries}`)
  await engine.materialise(hashes, `SELECT t AS token, ${hash} AS hash FROM (SELECT DISTINCT t FROM ${placed})`)
  // Sorted by hash, the order of the input is gone, and equal queries stay equal. To keep it, places go before hashes until they are sorted.
  const inOrder =
    order === 'kept'
      ? replaceAll(joinedInOrder(`lpad(${cast('place', 'text')}, 10, '0') || hash`, ' '), '(^| )[0-9]{10}', '\\1')
      : joinedInOrder('hash', ' ')
  await engine.materialise(
    texts,
    `SELECT query, hashed FROM ${queries} JOIN (
      SELECT q, ${inOrder} AS hashed FROM ${placed} JOIN ${hashes} ON t = token GROUP BY q) h USING (q)`,
  )
  await engine.drop(queries, placed)
  // texts: (query, hashed)
  const bare = beside === 'withheld'
  const columns = [
    'person',
    't.hashed AS query',
    ...(log.has.tag ? ['l.tag'] : []),
    ...(log.has.session ? ['l.session'] : []),
    'l.time',
    bare ? `${none('integer')} AS rank` : 'l.rank',
    bare ? `${none('text')} AS url` : 'l.url',
    ...(bare ? [] : log.extras.map((extra) => `l."x_${extra.replaceAll('"', '""')}"`)),
  ]
  await engine.view(
    hashed,
    `SELECT ${columns.join(', ')} FROM ${log.table} l LEFT JOIN ${texts} t ON l.query = t.query`,
  )
  const has = { ...log.has, raw: false, ...(bare ? { url: false, rank: false } : {}) }
  return {
    log: { ...log, table: hashed, extras: bare ? [] : log.extras, has },
    truth: { tokens: hashes }, // (token, hash)
  }
}
