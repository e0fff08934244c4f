import { LetheError } from '../base/errors.js'
import { openStorage } from '../base/storage/index.js'
import { openWorkspace } from '../base/workspace.js'
import type { Engine, EngineOptions } from '../engines/engine.js'
import type { Resources } from '../engines/session.js'
import type { Finding } from '../engines/spark/probe.js'
import { loadMethods } from '../methods/index.js'
import { usualNeeds } from '../plans/general-promise.js'
import { clearLeftovers, clusterFor, runAt, takePlace, UNFINISHED } from '../release/shared-place.js'
import { ON_A_CLUSTER } from './measure.js'

export type { Finding } from '../engines/spark/probe.js'

/** What a cluster can do for Lethe. */
export interface EngineCheck {
  readonly findings: readonly Finding[]
  /** What a run would come to a good end with there, and what not. */
  readonly works: readonly string[]
  readonly doesNot: readonly string[]
  readonly holds: boolean
}

/** Asks a cluster, before a log is there, what a run would ask it; at the places where releases are to go (-o), too. */
export async function engineCheck(
  address: string,
  resources: Resources = {},
  places: readonly string[] = [],
): Promise<EngineCheck> {
  return inWorkspace(resources, async (options) => {
    const { probe } = await import('../engines/spark/probe.js')
    const { findings: there, reads, releases } = await probe(address, options)
    const findings = [...there]
    for (const place of places) findings.push(await placeFor(place, address, options))
    const methods = await loadMethods()
    const by = (needs: string) =>
      `release by ${methods.flatMap((one) => (usualNeeds(one) === needs ? [one.name] : [])).join(', ')}`
    const can: (readonly [what: string, does: boolean])[] = [
      [`inspect, preview, scan, verify, measure --only ${ON_A_CLUSTER.join(',')}`, reads],
      [by('sql'), releases],
      [`${by('columns')}; other measures; attacks: they work in the memory of one machine`, false],
    ]
    const told = (does: boolean) => can.filter(([, is]) => is === does).map(([what]) => what)
    return { findings, works: told(true), doesNot: told(false), holds: findings.every(({ holds }) => holds) }
  })
}

/** Is a place of a storage empty, does what is written there from here reach the cluster, and can it go again? */
async function placeFor(place: string, address: string, options: EngineOptions): Promise<Finding> {
  const what = `the place ${place}`
  try {
    if ((await (await openStorage(place)).list()).some((file) => file !== ''))
      return { what, holds: false, says: 'something lies there: name another, or see lethe engine clean ADDRESS PLACE' }
    await onCluster(address, options, async (engine) => (await takePlace(engine, place)).abandon())
    return { what, holds: true, says: 'empty; what is written there from here is seen by the cluster' }
  } catch (cause) {
    if (!(cause instanceof LetheError) || cause.code === 'interrupted') throw cause
    return { what, holds: false, says: `${cause.message}. ${cause.next ?? ''}`.trim() }
  }
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
  return onCluster(address, options, async (engine) => {
    const run = await runAt(storage)
    const underWay = run === undefined || (await clusterFor(engine, place).isUnderWay(run))
    const removed = !look && (all || !underWay)
    if (removed) await clearLeftovers(storage, clusterFor(engine, place), place, all)
    return [{ name: place, underWay, removed }]
  })
}

async function onCluster<T>(address: string, options: EngineOptions, work: (engine: Engine) => Promise<T>): Promise<T> {
  const { openSpark } = await import('../engines/spark/index.js')
  const engine = await openSpark(address, options)
  try {
    return await work(engine)
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
