import { openWorkspace } from '../base/workspace.js'
import type { Resources } from '../engines/session.js'
import type { Finding } from '../engines/spark/probe.js'

export type { Finding } from '../engines/spark/probe.js'

/** What a cluster can do for Lethe. */
export interface EngineCheck {
  readonly findings: readonly Finding[]
  readonly holds: boolean
}

/** Asks a cluster, before a log is there, what a run would ask it. */
export async function engineCheck(address: string, resources: Resources = {}): Promise<EngineCheck> {
  return inWorkspace(resources, async (options) => {
    const { probe } = await import('../engines/spark/probe.js')
    const findings = await probe(address, options)
    return { findings, holds: findings.every(({ holds }) => holds) }
  })
}

/** A database of a run on a cluster: of one under way, or left behind; and whether it is gone now. */
export interface LeftOver {
  readonly name: string
  readonly underWay: boolean
  readonly removed: boolean
}

/** Removes what runs of Lethe left on a cluster, or only tells of it (`look`); what is of runs under way stays, unless all is to go. */
export async function engineClean(
  address: string,
  { look = false, all = false }: { readonly look?: boolean; readonly all?: boolean } = {},
  resources: Resources = {},
): Promise<{ readonly found: readonly LeftOver[] }> {
  return inWorkspace(resources, async (options) => {
    const { leftOn } = await import('../engines/spark/probe.js')
    const found = await leftOn(address, options, !look, all)
    return { found: found.map((one) => ({ ...one, removed: !look && (all || !one.underWay) })) }
  })
}

async function inWorkspace<T>(
  { temp, signal }: Resources,
  work: (options: { readonly spill: string; readonly signal?: AbortSignal }) => Promise<T>,
): Promise<T> {
  const workspace = openWorkspace(temp)
  try {
    return await work({ spill: workspace.dir, ...(signal === undefined ? {} : { signal }) })
  } finally {
    workspace.close()
  }
}
