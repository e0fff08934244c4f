import { isDeepStrictEqual } from 'node:util'
import { isGiven } from '../base/params.js'
import { type ColumnOptions, LINKS } from '../release/columns.js'
import { atLeastAsStrong, eachPromise, type Guarantee } from '../release/guarantee.js'
import type { Manifest, Step } from '../release/manifest.js'
import type { Check } from './check.js'
import { isItems } from './stated-columns.js'

/** What somebody asks of a release: promises, what it may show at most, and what must have been done beside the promises. */
export interface Asked {
  readonly guarantee: Guarantee
  readonly shows?: Shown
  readonly steps: readonly AskedStep[]
}

/** What a plan shows: its choices, and the names of all columns that a release of rows may have by it. */
export interface Shown extends ColumnOptions {
  readonly columns: readonly string[]
}

export interface AskedStep extends Step {
  /** What is compared: the promise, with parameters of which it does not speak, or the whole step, where it promises nothing. */
  readonly by: 'promise' | 'step'
  /** Those of its parameters that no check counts. */
  readonly uncounted: readonly string[]
}

/** How much times tell, from the least. */
const FINER: readonly ColumnOptions['time'][] = ['day', 'hour', 'relative', 'exact']

/** Does a release claim and do at least what was asked for? */
export function asAsked(claim: Guarantee, manifest: Manifest, asked: Asked): Check {
  const name = 'expected claim'
  const promised = eachPromise(asked.guarantee).every((wanted) =>
    eachPromise(claim).some((one) => atLeastAsStrong(one, wanted)),
  )
  if (!promised)
    return {
      name,
      holds: false,
      detail: `the release claims less than was asked for, which is: ${asked.guarantee.sentence}`,
    }
  const wider = asked.shows === undefined ? undefined : widerThan(manifest, asked.shows)
  if (wider !== undefined) return { name, holds: false, detail: `the release shows more than was asked for: ${wider}` }
  return { name, ...doneAsAsked(manifest, asked.steps.filter(isMoreThanPromise)) }
}

function doneAsAsked({ steps }: Manifest, asked: readonly AskedStep[]): Omit<Check, 'name'> {
  const undone = asked.find(({ method }) => !steps.some((step) => step.method === method))
  if (undone !== undefined)
    return { holds: false, detail: `${undone.method} was asked for, and the release was made without it` }
  const otherwise = asked.find((step) => !steps.some((made) => isAsAsked(made, step)))
  if (otherwise !== undefined)
    return {
      holds: null,
      detail: `${otherwise.method} was asked for with other parameters, which no promise compares`,
      toShow: 'Ask for what was done, or have it done as asked.',
    }
  const taken = asked.find((step) => untold(step).length > 0)
  if (taken !== undefined)
    return {
      holds: null,
      detail: `the manifest says that ${taken.method} was done with ${untold(taken).join(', ')} as asked; verify does not count it`,
      toShow: `Ask for it without ${untold(taken).join(', ')}.`,
    }
  const done = asked.filter(({ by }) => by === 'step').map(({ method }) => method)
  const word = done.length === 0 ? '' : `, and its manifest says that ${[...new Set(done)].join(' and ')} was done`
  return { holds: true, detail: `the release claims at least what was asked for${word}` }
}

function widerThan({ shows, columns }: Manifest, most: Shown): string | undefined {
  if (LINKS.indexOf(shows.link) > LINKS.indexOf(most.link)) return `--link ${shows.link}`
  if (FINER.indexOf(shows.time) > FINER.indexOf(most.time)) return `--time ${shows.time}`
  if (shows.rank && !most.rank) return '--rank'
  const more = isItems({ columns }) ? [] : columns.filter((column) => !most.columns.includes(column.name))
  return more.length === 0 ? undefined : `the column ${more.map((column) => column.name).join(', ')}`
}

function isMoreThanPromise({ by, params }: AskedStep): boolean {
  return by === 'step' || Object.keys(params).length > 0
}

/** Was a step made as asked? Of one with a promise other parameters than those asked for are the promise's. */
function isAsAsked(made: Step, { method, params, by }: AskedStep): boolean {
  if (made.method !== method) return false
  if (by === 'step') return isDeepStrictEqual({ ...made.params }, { ...params })
  return Object.entries(params).every(([name, value]) => isDeepStrictEqual(made.params[name], value))
}

/** Parameters that are the manifest's word alone: no check counts them, or it does not say which file was given. */
function untold({ params, uncounted }: AskedStep): string[] {
  return Object.keys(params).filter((name) => uncounted.includes(name) || isGiven(params[name]))
}
