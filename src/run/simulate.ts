import { setImmediate as nextTurn } from 'node:timers/promises'
import { fail } from '../base/errors.js'
import { cast } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import type { Resources } from '../engines/session.js'
import type { InputOptions } from '../ingest/index.js'
import type { Log } from '../log/log.js'
import { DEFAULT_PARAMETERS, type ProtocolParameters } from '../peer/protocol/parameters.js'
import { readGraph } from '../peer/simulate/graph-file.js'
import {
  type Baseline,
  type Graph,
  type Histories,
  type Simulation,
  type SimulationOptions,
  simulation,
} from '../peer/simulate/index.js'
import { QuickChance } from '../random/quick.js'

export interface SimulateOptions {
  /** Users; of a replayed log so many persons drawn at random. Default: 1000, or all of the graph or the log. */
  readonly users?: number
  /** Queries each; of a replayed log at most so many. Default: 20, or all. */
  readonly queries?: number
  /** Shares of users who send and never serve, and who tell each other what they see; none where not said. */
  readonly selfish?: number
  readonly colluding?: number
  /** Share of users who claim friends they do not have and take all they are offered, to see more. */
  readonly lying?: number
  /** Of the protocol: the published ones where not said. */
  readonly parameters?: Partial<ProtocolParameters>
  readonly baseline?: Baseline
  readonly seed?: number
  /** A file of friendships. */
  readonly graph?: string
  /** A log whose histories are asked again. */
  readonly replay?: readonly string[]
  readonly input?: InputOptions
}

const USERS = 1000
const QUERIES = 20

/** Peers by the thousand or the million, in this process. */
export async function simulatePeers(options: SimulateOptions, resources: Resources = {}): Promise<Simulation> {
  const read = options.graph === undefined ? undefined : await readGraph(options.graph)
  if (read && options.users !== undefined && options.users !== read.users)
    fail('usage', `--graph has ${read.users} users`, 'Leave out --users.')
  const histories = options.replay && (await readHistories(options, read?.users ?? options.users, resources))
  const { selfish = 0, colluding = 0, lying = 0, parameters, baseline = 'peers', seed = 1 } = options
  return inTurns(
    {
      graph: read ?? histories?.users ?? options.users ?? USERS,
      queries: fitted(histories, read) ?? options.queries ?? QUERIES,
      selfish,
      colluding,
      lying,
      parameters: { ...DEFAULT_PARAMETERS, ...parameters },
      baseline,
      seed,
    },
    resources,
  )
}

/** Lets others have a turn between steps, so that it can be stopped. */
async function inTurns(options: SimulationOptions, { onProgress, onStep, signal }: Resources): Promise<Simulation> {
  const steps = simulation(options)
  onStep?.('handing queries on')
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    onProgress?.(step.value)
    await nextTurn()
    if (signal?.aborted) fail('interrupted', 'stopped')
  }
}

/** A graph may have more users than the log has persons: they ask nothing, and carry. */
function fitted(histories: Histories | undefined, graph: Graph | undefined): Histories | undefined {
  return histories && graph ? { ...histories, users: graph.users } : histories
}

/** The engine is loaded only where a log is read: a bare simulation starts at once. */
async function readHistories(
  options: SimulateOptions,
  users: number | undefined,
  resources: Resources,
): Promise<Histories> {
  const [{ withSession }, { readLog }] = await Promise.all([
    import('../engines/session.js'),
    import('../ingest/index.js'),
  ])
  return withSession(resources, async (session) => {
    session.say('reading')
    const { log } = await readLog(options.replay ?? [], options.input ?? {}, session)
    if (log.unit === undefined)
      fail('refused', 'a log without persons has no histories to replay', 'Name a column: --unit NAME.')
    session.say('replaying')
    return histories(session.engine, log, { users, queries: options.queries, seed: options.seed ?? 1 })
  })
}

/** Histories in numbers, in the order of their times. Persons become users in an order that is drawn. */
export async function histories(
  engine: Sql,
  log: Log,
  limits: { readonly users: number | undefined; readonly queries: number | undefined; readonly seed: number },
): Promise<Histories> {
  // A log has a row for each click: what one person asked at one moment was asked once.
  const asked = `SELECT person, query, time FROM ${log.table} WHERE query IS NOT NULL AND person IS NOT NULL`
  await engine.materialise(
    'replay_rows',
    `SELECT DISTINCT * FROM (${asked}) WHERE time IS NOT NULL UNION ALL SELECT * FROM (${asked}) WHERE time IS NULL`,
  )
  await engine.materialise(
    'replay_persons',
    `SELECT person, row_number() OVER (ORDER BY person) - 1 AS id FROM (SELECT DISTINCT person FROM replay_rows)`,
  )
  await engine.materialise(
    'replay_queries',
    `SELECT query, row_number() OVER (ORDER BY query) - 1 AS id FROM (SELECT DISTINCT query FROM replay_rows)`,
  )
  const [{ persons = 0, rows = 0 } = {}] = await engine.all<{ persons: number; rows: number }>(
    'SELECT (SELECT count(*) FROM replay_persons) AS persons, (SELECT count(*) FROM replay_rows) AS "rows"',
  )
  const { user, users } = castUsers(persons, limits)
  const most = limits.queries ?? Number.POSITIVE_INFINITY
  const queries = new Uint32Array(users)
  const asker = new Uint32Array(rows)
  const query = new Uint32Array(rows)
  let made = 0
  // rows: (person, query), in time order
  for await (const [person = [], text = []] of engine.stream(`
    SELECT ${cast('p.id', 'integer')}, ${cast('q.id', 'integer')} FROM replay_rows r JOIN replay_persons p USING (person) JOIN replay_queries q USING (query)
    ORDER BY r.time NULLS FIRST, p.id, q.id`)) {
    for (let i = 0; i < person.length; i++) {
      const u = user[person[i] as number]!
      if (u >= users || queries[u]! >= most) continue
      queries[u]!++
      asker[made] = u
      query[made++] = text[i] as number
    }
  }
  return { users, asker: asker.slice(0, made), query: query.slice(0, made) }
}

/** Who plays whom: persons in an order that is drawn; those beyond the number of users do not play. */
function castUsers(persons: number, limits: { readonly users: number | undefined; readonly seed: number }) {
  const chance = new QuickChance(limits.seed)
  const user = Uint32Array.from({ length: persons }, (_, i) => i)
  for (let i = persons - 1; i > 0; i--) {
    const j = chance.below(i + 1)
    const one = user[i]!
    user[i] = user[j]!
    user[j] = one
  }
  return { user, users: Math.min(persons, limits.users ?? persons) }
}
