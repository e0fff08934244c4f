import { LetheError } from '../base/errors.js'
import { type Param, parseParams } from '../base/params.js'
import type { InputOptions } from '../ingest/index.js'
import { loadMethod } from '../methods/index.js'
import type { Plan } from '../plans/plan.js'
import type { Guarantee } from '../release/guarantee.js'
import type { Inspection } from '../report/inspection.js'
import { explain } from './release/index.js'

/** What would stay of a log by the one number of a plan that matters most: from counts that were made before, without a run. */
export interface WhatStays {
  /** The parameter of the last step: k, t or epsilon. */
  readonly param: string
  /** Its values in order: persons whom a query needs there, and what such queries are of the log, as shares. */
  readonly at: readonly {
    readonly value: number
    readonly persons: number
    readonly rows: number
    readonly queries: number
  }[]
  /** Exactly so; or no more than that, since noise and limits take more; or only about, since a step before makes other texts of them, which may be alike. */
  readonly exact: boolean
  readonly atMost: boolean
}

/** The numbers by which people choose a setting, the first that a method has. */
const NUMBERS = ['k', 't', 'epsilon'] as const

const WHOLE = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 70, 100, 150, 200, 300, 500, 1000]
const REAL = [0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, Math.log(10), 3, 4, 5, 7, 10]

/** Asks the plan itself how many persons a query needs at each value; null where that is not what its method goes by. */
export async function whatStays(
  plan: Plan,
  { uniqueness }: Pick<Inspection, 'uniqueness'>,
  input: InputOptions = {},
): Promise<WhatStays | null> {
  const last = plan.steps.at(-1)
  if (last === undefined || uniqueness.length === 0) return null
  const { params } = await loadMethod(last.method)
  const param = NUMBERS.find((name) => Object.hasOwn(params, name))
  if (param === undefined) return null
  const shares = sharesOf(uniqueness)
  const at: WhatStays['at'][number][] = []
  for (const value of valuesOf(params[param]!, Number(last.params[param]))) {
    const persons = await personsAt(withLast(plan, { [param]: value }), input)
    if (persons === null) return null
    if (persons !== undefined) at.push({ value, persons, ...shares(persons) })
    // A stricter threshold than one that keeps nothing has nothing to show.
    if (param !== 'epsilon' && at.at(-1)?.rows === 0 && value > Number(last.params[param])) break
  }
  if (at.length === 0) return null
  const exact = plan.steps.length === 1 && param !== 'epsilon'
  return { param, at, exact, atMost: !(await rewritten(plan)) }
}

/** Does a step before the last one change texts? What was rare may then pass, as a mask that many share. */
async function rewritten({ steps }: Plan): Promise<boolean> {
  for (const { method, params } of steps.slice(0, -1)) {
    const { params: known, rewrites } = await loadMethod(method)
    if (rewrites?.(parseParams(method, known, params))) return true
  }
  return false
}

function valuesOf(param: Param, now: number): number[] {
  const usual = param.type === 'whole' ? WHOLE : REAL
  const [min, max] = 'min' in param ? [param.min, param.max] : [0, 0]
  const within = [...usual, ...(Number.isFinite(now) ? [now] : [])].filter((value) => value >= min && value <= max)
  return [...new Set(within)].sort((a, b) => a - b)
}

function withLast(plan: Plan, params: Readonly<Record<string, unknown>>): Plan {
  return {
    ...plan,
    steps: plan.steps.with(-1, { ...plan.steps.at(-1)!, params: { ...plan.steps.at(-1)!.params, ...params } }),
  }
}

/** Persons whom a query needs; null where queries do not stand or fall by that, undefined where the value is refused. */
async function personsAt(plan: Plan, input: InputOptions): Promise<number | null | undefined> {
  try {
    const { guarantee, derived } = await explain(plan, {}, input)
    return neededBy(guarantee, derived)
  } catch (error) {
    if (error instanceof LetheError) return undefined
    throw error
  }
}

function neededBy(guarantee: Guarantee, derived: Readonly<Record<string, unknown>>): number | null {
  if (guarantee.kind === 'k-users-per-query' && guarantee.same === undefined) return guarantee.k
  if (guarantee.kind === 'threshold-reveal') return guarantee.t
  const even = derived.evenChanceAt
  return guarantee.kind === 'dp' && guarantee.items === 'queries' && typeof even === 'number' ? even : null
}

/** Shares of rows and of distinct queries that so many persons or more asked. */
function sharesOf(uniqueness: Inspection['uniqueness']): (persons: number) => { rows: number; queries: number } {
  const sum = (of: 'rows' | 'queries', least: number) =>
    uniqueness.reduce((all, row) => (row.users >= least ? all + row[of] : all), 0)
  const [rows, queries] = [Math.max(1, sum('rows', 0)), Math.max(1, sum('queries', 0))]
  return (persons) => ({ rows: sum('rows', persons) / rows, queries: sum('queries', persons) / queries })
}
