import { defined } from '../base/defined.js'
import { loadMethods } from '../methods/index.js'
import type { UsualWay } from '../methods/method.js'
import { profileNames, readPlan } from './plan.js'

type Entry = Readonly<Record<string, unknown>> & UsualWay

type Stepped = { readonly method: string }

const SCRUB: Stepped = { method: 'scrub' }

/** Plans of several steps that people release by, beside what methods and profiles say of themselves. */
const TOGETHER: readonly Entry[] = [
  {
    use: 'sessions',
    steps: [SCRUB, { method: 'sessions', split: 'daily' }, { method: 'rare-queries', k: [5, 10, 30, 50] }],
  },
]

/**
 * What is compared unless a grid is given: every method at settings that people choose, as they would really release (scrubbed first), and the
 * profiles that want to be compared. Of what serves a use that nobody asked for, the strictest setting alone. `only`: methods (of the last step) and
 * profiles by their names. A first look has few settings of few methods, each once.
 */
export async function defaultGrid(
  uses: readonly string[] = [],
  only?: readonly string[],
  { firstLook = false }: { readonly firstLook?: boolean } = {},
): Promise<{ readonly grid: readonly object[] }> {
  const methods = await loadMethods()
  const alone = methods.flatMap(({ name, usual }) => usual.map((entry) => ({ method: name, ...entry })))
  const tried = firstLook ? alone.filter(({ first }) => first).map(thinned) : [...alone, ...TOGETHER]
  const entries = tried.map((entry) => asReleased(entry, uses))
  const profiles = await Promise.all(profileNames().map(readPlan))
  const rules = firstLook ? [] : profileNames().filter((_, i) => profiles[i]?.compared)
  const asked = (name: string | undefined) => only === undefined || (name !== undefined && only.includes(name))
  return {
    grid: [
      ...entries.filter(({ steps }) => asked(steps.at(-1)?.method)),
      ...rules.filter(asked).map((profile) => ({ profile })),
    ],
  }
}

function asReleased({ use, unscrubbed, first: _, ...entry }: Entry, uses: readonly string[]) {
  const { steps, link, time, rank, seeds, ...step } = entry
  const all = (steps as readonly Stepped[] | undefined) ?? (unscrubbed ? [step as Stepped] : [SCRUB, step as Stepped])
  const chosen = use === undefined || uses.includes(use) ? all : all.map(lastValues)
  return { steps: chosen, ...defined({ link, time, rank, seeds: chosen === all ? seeds : undefined }) }
}

/** The middle of what people choose, with one seed: {k: [5, 10, 30, 50]} -> {k: [10, 30]} */
function thinned({ seeds: _, ...entry }: Entry): Entry {
  const middle = (values: readonly unknown[]) => (values.length > 2 ? values.slice(1, -1) : values)
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [key, Array.isArray(value) ? middle(value) : value]),
  )
}

/** {k: [5, 50], m: 2} -> {k: 50, m: 2} */
function lastValues(step: Stepped): Stepped {
  return Object.fromEntries(
    Object.entries(step).map(([key, value]) => [key, Array.isArray(value) ? value.at(-1) : value]),
  ) as unknown as Stepped
}
