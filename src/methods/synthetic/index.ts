import { fail } from '../../base/errors.js'
import { dpGuarantee } from '../../histograms/params.js'
import { deltaNotes, whatItTakes, wideEpsilon } from '../../histograms/warnings.js'
import type { Log } from '../../log/log.js'
import type { Made } from '../../release/made.js'
import { type Context, defineMethod } from '../method.js'
import { accountFor, explained, type Has, MARGINALS, thresholdDelta } from './account.js'
import { type Lexicon, releaseLexicon } from './lexicon.js'
import type { Released } from './model.js'
import { releaseHosts, releaseNext } from './pairs.js'
import { params, type Values } from './params.js'
import { releaseShape, turnsOf } from './shape.js'
import { countedTables, lexiconTable, sampled } from './tables.js'

const ALL = { time: true, url: true } as const

/** A log of people who do not exist. DuckDB's dialect. */
export default defineMethod<typeof params>({
  name: 'synthetic',
  summary: 'a log of people who do not exist: rows, sessions and clicks, sampled from noisy counts',
  paper: { key: 'Kim21', title: 'Differentially Private n-gram Extraction' },
  params,
  acts: () => 'global',
  needs: () => 'columns',
  requires: ['person'],
  readsRaw: () => false,
  writesTags: () => false,
  makes: () => 'synthetic',
  destroys: () => undefined,
  shows: () => ({ link: 'user', time: 'exact' }),
  attacks: ['inject-users', 'difference-releases', 'partial-knowledge', 'link-records'],
  pace: 12,
  usual: [{ epsilon: [1, Math.log(10)], delta: 1e-6 }],
  caveats: () => [
    'A reader who takes it for what people did: texts composed of bigrams may be queries that nobody asked, and what few ask is not in it.',
  ],
  guarantee: (values, unit) => {
    accountFor(values, ALL)
    if (values.shape === 0 && values.people === undefined)
      fail('usage', 'without a share for shape nobody knows how many people to make up', 'Say it: --people N.')
    const { epsilon, delta, neighbours } = values
    return dpGuarantee(
      {
        epsilon,
        delta,
        neighbours,
        definition: 'approximate',
        items: 'queries',
        counts: false,
        minUsers: 1,
        synthetic: true,
      },
      unit,
    )
  },
  derived: (values) => explained(accountFor(values, ALL)),
  spends: (values) => {
    const account = accountFor(values, ALL)
    return values.neighbours === 'add-remove' ? { rho: account.rho, delta: thresholdDelta(account) } : undefined
  },
  warns: ({ epsilon }) => wideEpsilon(epsilon),
  run,
})

async function run(log: Log, values: Values, on: Context): Promise<Made> {
  const account = accountFor(values, log.has)
  const { marginals, missing } = account
  const lexicon = await releaseLexicon(log, account, on)
  const { entries, bigrams, owned } = lexicon
  const known = await lexiconTable(lexicon, on)
  const hosts = marginals.hosts ? await releaseHosts(log, known, marginals.hosts, on) : []
  const turns = marginals.next || marginals.turns ? await turnsOf(log, on) : undefined
  const next = marginals.next && turns ? await releaseNext(turns, entries, marginals.next, on) : []
  const bars = await releaseShape(log, account, { owned, turns }, on)
  await on.engine.drop(owned, known, ...(turns ? [turns] : []))
  // From here on nothing is read but what is released.
  const released: Released = { entries, bigrams, hosts, next, bars }
  const made = await sampled(log, { released, people: values.people, composed: values.composed }, on)
  return {
    log: made.log,
    tables: await countedTables(released, on),
    more: { marginals: MARGINALS.filter((name) => marginals[name] !== undefined).join(',') },
    learnt: { persons: lexicon.persons, queries: lexicon.queries },
    notes: [
      ...(missing.length > 0
        ? [`the log has no columns for ${missing.join(', ')}: their share of the budget went to the others`]
        : []),
      ...(entries.length === 0 ? tooLittle(lexicon, values, log.has) : []),
      ...deltaNotes(values.delta, lexicon.persons),
    ],
    facts: {
      released: {
        queries: entries.length,
        candidates: entries.filter(({ found }) => found === 'candidate').length,
        bigrams: bigrams.length,
        hosts: hosts.length,
        pairs: next.length,
        rows: made.rows,
      },
    },
  }
}

/** What would have let the most common query through: for the custodian alone, since it is counted without noise. */
function tooLittle({ largest }: Lexicon, values: Values, has: Has): string[] {
  if (largest === 0) return ['the lexicon is empty: the log has no queries of persons']
  const thresholdAt = (epsilon: number) => accountFor({ ...values, epsilon }, has).marginals.queries!.threshold!
  const commonest = { what: 'the most common query', largest, thresholdAt }
  return [`the lexicon is empty: ${whatItTakes(commonest, values.epsilon)}`]
}
