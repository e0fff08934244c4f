import type { RunFigures } from '../../src/report/settings.js'
import { attacksByName } from '../../src/run/attack-all.js'

/** The attacks by which figures are read. */
export const ATTACKS = await attacksByName()

/** One run of a setting in a comparison, as good as any: what a test is about goes on top. */
export const figuresOf = (label: string, more: Partial<RunFigures>): RunFigures => ({
  label,
  method: label,
  params: {},
  seed: 1,
  guarantee: {
    kind: 'k-users-per-query',
    k: 30,
    hostK: 30,
    unit: 'user',
    sentence: 'Five.',
    assumptions: [],
    notProtected: [],
  },
  holds: true,
  seconds: 1,
  attacks: {},
  measures: { kept: { logSize: 0.5 } },
  leftOut: {},
  ...more,
})
