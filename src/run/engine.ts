import { openStorage } from '../base/storage/index.js'
import { openWorkspace } from '../base/workspace.js'
import type { EngineOptions } from '../engines/engine.js'
import type { Resources } from '../engines/session.js'
import type { Finding } from '../engines/spark/probe.js'

import { clearLeftovers, clusterFor, runAt, UNFINISHED } from '../release/shared-place.js'

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

/** A database or a folder of a run, or an unfinished release: of one under way, or left behind; and whether it is gone now. */
export interface LeftOver {
  readonly name: string
  readonly underWay: boolean
  readonly removed: boolean
}

/** What is to go, and where to look beside the cluster's own tables: places of releases that a killed run did not finish. */
export interface CleanOptions {
  readonly look?: boolean
  readonly all?: boolean
  readonly places?: readonly string[]
}

/** Removes what runs of Lethe left on a cluster, or only tells of it (`look`); what is of runs under way stays, unless all is to go. */
export async function engineClean(
  address: string,
  { look = false, all = false, places = [] }: CleanOptions = {},
  resources: Resources = {},
): Promise<{ readonly found: readonly LeftOver[] }> {
  return inWorkspace(resources, async (options) => {
    const { leftOn } = await import('../engines/spark/probe.js')
    const inPlaces = await Promise.all(places.map((place) => unfinishedAt(place, address, options, { look, all })))
    const found = await leftOn(address, options, !look, all)
    const told = found.map(({ name, underWay }) => ({ name, underWay, removed: !look && (all || !underWay) }))
    return { found: [...inPlaces.flat(), ...told] }
  })
}

/** A release that was not finished, at the place that it was to have. */
async function unfinishedAt(
  place: string,
  address: string,
  options: EngineOptions,
  { look, all }: { readonly look: boolean; readonly all: boolean },
): Promise<LeftOver[]> {
  const storage = await openStorage(place)
  if (!(await storage.list()).includes(UNFINISHED)) return []
  const { openSpark } = await import('../engines/spark/index.js')
  const engine = await openSpark(address, options)
  try {
    const run = await runAt(storage)
    const underWay = run === undefined || (await clusterFor(engine, place).isUnderWay(run))
    const removed = !look && (all || !underWay)
    if (removed) await clearLeftovers(storage, clusterFor(engine, place), place, all)
    return [{ name: place, underWay, removed }]
  } finally {
    await engine.close()
  }
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
