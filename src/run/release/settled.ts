import type { Session } from '../../engines/session.js'
import type { Log } from '../../log/log.js'
import type { ReadyStep } from '../../plans/derive.js'
import type { ReadyRelease } from './prepare.js'

/** The release with what its steps left open settled by the log. Under differential privacy nothing may be decided by rows, so it stays as it is. */
export async function settled(
  ready: ReadyRelease,
  log: Log,
  { engine }: Pick<Session, 'engine'>,
): Promise<ReadyRelease> {
  if (ready.input.fixed) return ready
  const steps: ReadyStep[] = []
  const said: string[] = []
  for (const { method, params } of ready.steps) {
    const result = (await method.settles?.(params, log, { engine })) ?? { params, said: [] }
    steps.push({ method, params: result.params })
    said.push(...result.said)
  }
  return { ...ready, steps, said }
}
