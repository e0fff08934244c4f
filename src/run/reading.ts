import { type InputOptions, readingFrom } from '../ingest/index.js'
import type { ReadyStep } from '../plans/derive.js'
import type { Plan } from '../plans/plan.js'
import { judged } from '../release/experiment.js'
import type { Manifest } from '../release/manifest.js'
import { nameOf } from './steps.js'

/** Does a plan promise differential privacy? Only a last step can, and its release is a table of items. */
export function isPrivate(steps: readonly ReadyStep[]): boolean {
  const last = steps.at(-1)
  return last?.method.guarantee(last.params, 'user').kind === 'dp'
}

/** How the log of a plan is read: as flags say, else as the plan says; and under differential privacy without a guess from its rows. */
export function inputFor(plan: Plan, steps: readonly ReadyStep[], flags: InputOptions): InputOptions {
  const said = plan.reading === undefined ? {} : readingFrom(plan.reading, nameOf(plan))
  return { ...said, ...flags, ...(isPrivate(steps) ? { fixed: true } : {}) }
}

/** How the log of a release is read once more: by guess or without, as it was for the release. */
export function readAgain(manifest: Manifest, flags: InputOptions): InputOptions {
  return judged(manifest).kind === 'dp' ? { ...flags, fixed: true } : flags
}
