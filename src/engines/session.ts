import { availableParallelism } from 'node:os'
import { fromSystem, LetheError } from '../base/errors.js'
import { openWorkspace, type Workspace } from '../base/workspace.js'
import { openDuckDB } from './duckdb/index.js'
import type { Engine, EngineOptions, Progress } from './engine.js'

/** What a call may use of the machine. */
export interface Resources {
  readonly threads?: number
  /** Bytes of memory before the engine spills to disk. */
  readonly memory?: number
  /** Where spilled and spooled data goes; private, and removed after. */
  readonly temp?: string
  readonly onProgress?: Progress
  /** Where the work is done: here (embedded), or on a cluster (sc://host:port). */
  readonly engine?: string
  /** Says what is going on, in words without content. */
  readonly onStep?: (step: string) => void
  readonly signal?: AbortSignal
}

/** An engine in a workspace, for the length of one call. */
export interface Session {
  readonly engine: Engine
  readonly workspace: Workspace
  /** Threads for work outside the engine. */
  readonly threads: number
  readonly signal: AbortSignal | undefined
  /** Says what is going on, in words without content. */
  readonly say: (step: string) => void
}

/** The engine that was named; the packages that a cluster needs are loaded only then. */
async function open(named: string | undefined, options: EngineOptions): Promise<Engine> {
  if (named === undefined || named === 'embedded') return openDuckDB(options)
  const { openSpark } = await import('./spark/index.js')
  return openSpark(named, options)
}

/** Opens engine and workspace, does the work, and closes both whatever happens. */
export async function withSession<T>(resources: Resources, work: (session: Session) => Promise<T>): Promise<T> {
  const workspace = openWorkspace(resources.temp)
  try {
    const engine = await open(resources.engine, {
      spill: workspace.dir,
      ...(resources.threads === undefined ? {} : { threads: resources.threads }),
      ...(resources.memory === undefined ? {} : { memory: resources.memory }),
      ...(resources.onProgress === undefined ? {} : { onProgress: resources.onProgress }),
      ...(resources.signal === undefined ? {} : { signal: resources.signal }),
    })
    try {
      return await work({
        engine,
        workspace,
        threads: resources.threads ?? availableParallelism(),
        signal: resources.signal,
        say: resources.onStep ?? (() => {}),
      })
    } finally {
      await engine.close()
    }
  } catch (cause) {
    if (resources.signal?.aborted) throw new LetheError('interrupted', 'stopped')
    throw cause instanceof LetheError ? cause : (fromSystem(cause) ?? cause)
  } finally {
    workspace.close()
  }
}
