import { LetheError } from '../../base/errors.js'
import type { EngineOptions } from '../engine.js'
import { parseAddress } from './address.js'
import { connectTo } from './client.js'
import { openSpark } from './index.js'
import { checkHidden as keysAreHidden, REDACTION } from './keys.js'
import { type Runner, runnerOf } from './runner.js'
import { databasesOf, foldersOf, type Left, removeLeft } from './runs.js'
import { LEAST_NODE, nodeOnWorkers } from './transform.js'

/** What was found out about a cluster: whether it is as it should be, and what that means. */
export interface Finding {
  readonly what: string
  readonly holds: boolean
  readonly says: string
}

const LEAST_VERSION = 4

/** What was found, and what follows of it. */
export interface Probed {
  readonly findings: readonly Finding[]
  /** Can a log be read there? */
  readonly reads: boolean
  /** And would keys go there, which nearly every release takes? */
  readonly releases: boolean
}

/** Asks a cluster what a run would ask it, one thing at a time. The first that fails on the way ends it. */
export async function probe(given: string, options: EngineOptions): Promise<Probed> {
  const address = parseAddress(given)
  const client = await connectTo(address, options)
  const found: Finding[] = []
  const add = (what: string, holds: boolean, says: string) => found.push({ what, holds, says })
  try {
    const version = await client.version()
    const major = Number(/^(\d+)\./.exec(version)?.[1])
    add(
      'version',
      major >= LEAST_VERSION,
      major >= LEAST_VERSION ? `Spark ${version}` : `Spark ${version}: 4.0 is needed`,
    )
    const here = address.isHere
    const secure = address.url.startsWith('https')
    add(
      'connection',
      secure || here,
      secure
        ? 'encrypted'
        : here
          ? 'on this machine'
          : 'not encrypted: rows and keys cross the network as they are; add ;use_ssl=true',
    )
    const hidden = await client.option(REDACTION).catch(() => undefined)
    const kept = await keysAreHidden(client).then(
      () => true,
      () => false,
    )
    add(
      'redaction',
      kept,
      hidden !== undefined
        ? 'on'
        : kept
          ? `off: whoever sees the web interface of the cluster reads statements, with patterns and thresholds in them; keys and rows are in none (${REDACTION} hides more)`
          : `off, and nobody has looked whether this version shows keys: none is sent there, so that hardly any method runs; set ${REDACTION}`,
    )
  } finally {
    await client.close()
  }
  const rights = await tried(async () => {
    const engine = await openSpark(given, options)
    try {
      await engine.materialise('probe', 'SELECT id, id % 7 AS n FROM range(0, 1000, 1, 4)')
      const [seen] = await engine.all<{ n: number }>('SELECT count(*) AS n FROM probe')
      if (seen?.n !== 1000) throw new LetheError('refused', 'what was written is not what is read')
    } finally {
      await engine.close()
    }
  })
  add(
    'rights and storage',
    rights === undefined,
    rights ?? 'a database of our own can be made, filled by several tasks, read and dropped',
  )
  const node = await withRunner(given, options, (runner) => nodeOnWorkers(runner)).catch(() => undefined)
  add(
    'Node on the workers',
    node !== undefined,
    node === undefined
      ? `none of version ${LEAST_NODE} or newer in the PATH of the executors: no log can be read there, since Lethe's own code brings texts into their normal form`
      : `${node}: texts beyond ASCII get their normal form on the cluster`,
  )
  const hold = (...named: readonly string[]) => found.every(({ what, holds }) => holds || !named.includes(what))
  const reads = hold('version', 'rights and storage', 'Node on the workers')
  return { findings: found, reads, releases: reads && hold('redaction') }
}

async function tried(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (cause) {
    return cause instanceof LetheError
      ? `${cause.message}. Name a place with ;scratch=PLACE, and check CREATE rights.`
      : 'failed'
  }
}

async function withRunner<T>(given: string, options: EngineOptions, work: (runner: Runner) => Promise<T>): Promise<T> {
  const address = parseAddress(given)
  const client = await connectTo(address, options)
  try {
    return await work(runnerOf(client, address.label))
  } finally {
    await client.close()
  }
}

/** Databases and folders of runs of Lethe on a cluster; with `remove`, those that were left behind go, and with `all` those of runs that say they are under way too. */
export function leftOn(given: string, options: EngineOptions, remove: boolean, all: boolean): Promise<Left[]> {
  return withRunner(given, options, async (runner) => {
    const known = await databasesOf(runner)
    const found = [...known, ...(await foldersOf(runner, parseAddress(given).scratch, known))]
    for (const one of found) if (remove && (all || !one.underWay)) await removeLeft(runner, one)
    return found
  })
}
