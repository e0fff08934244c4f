import { loadMethods } from '../methods/index.js'
import { profileNames, readPlan } from './plan.js'

/** Plans of several steps that people release by, beside what methods and profiles say of themselves. */
const TOGETHER = [
  {
    steps: [
      { method: 'sessions', split: 'daily' },
      { method: 'rare-queries', k: [2, 5] },
    ],
  },
]

/** What is compared unless a grid is given: every method at settings that people choose, and the profiles that want to be compared. */
export async function defaultGrid(): Promise<{ readonly grid: readonly object[] }> {
  const methods = await loadMethods()
  const alone = methods.flatMap(({ name, usual }) => usual.map((entry) => ({ method: name, ...entry })))
  const profiles = await Promise.all(profileNames().map(readPlan))
  const rules = profileNames().filter((_, i) => profiles[i]?.compared)
  return { grid: [...alone, ...TOGETHER, ...rules.map((profile) => ({ profile }))] }
}
