import { isDeepStrictEqual } from 'node:util'
import { type ColumnOptions, LINKS } from '../release/columns.js'
import { atLeastAsStrong, eachPromise, type Guarantee } from '../release/guarantee.js'
import type { Manifest, Step } from '../release/manifest.js'
import type { Check } from './check.js'

/** What somebody asks of a release: promises, what it may show at most, and steps of which no promise speaks. */
export interface Asked {
  readonly guarantee: Guarantee
  readonly shows?: ColumnOptions
  readonly steps: readonly Step[]
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
  const wider = asked.shows === undefined ? undefined : widerThan(manifest.shows, asked.shows)
  if (wider !== undefined) return { name, holds: false, detail: `the release shows more than was asked for: ${wider}` }
  const undone = asked.steps.find(({ method }) => !manifest.steps.some((step) => step.method === method))
  if (undone !== undefined && Object.keys(undone.params).length > 0)
    return { name, holds: false, detail: `${undone.method} was asked for, and the release was made without it` }
  const otherwise = asked.steps.find((step) => !manifest.steps.some((made) => includes(made, step)))
  if (otherwise !== undefined && Object.keys(otherwise.params).length > 0)
    return {
      name,
      holds: null,
      detail: `${otherwise.method} was asked for with other parameters, which no promise compares`,
      toShow: 'Ask for what was done, or have it done as asked.',
    }
  return { name, holds: true, detail: 'the release claims at least what was asked for' }
}

function widerThan(shows: ColumnOptions, most: ColumnOptions): string | undefined {
  if (LINKS.indexOf(shows.link) > LINKS.indexOf(most.link)) return `--link ${shows.link}`
  if (FINER.indexOf(shows.time) > FINER.indexOf(most.time)) return `--time ${shows.time}`
  return shows.rank && !most.rank ? '--rank' : undefined
}

/** Was a step made with these parameters, whatever others it had? */
function includes(made: Step, asked: Step): boolean {
  const same = Object.entries(asked.params).every(([name, value]) => isDeepStrictEqual(made.params[name], value))
  return made.method === asked.method && same
}
