import { DEFAULT_PARAMETERS } from '../src/peer/protocol/parameters.js'
import { type Simulation, type SimulationOptions, simulate } from '../src/peer/simulate/index.js'

/** The network of the source's tables, to the letter of its protocol. */
export const COMMON: SimulationOptions = {
  graph: 1000,
  queries: 100,
  selfish: 0,
  colluding: 0,
  lying: 0,
  parameters: DEFAULT_PARAMETERS,
  baseline: 'published',
  seed: 1,
}

/** Before ζ is chosen: queries served or refused cost nothing. */
export const WITHOUT_PRICE = { ...DEFAULT_PARAMETERS, zeta: 0 }

/** The same with something else, several times. */
export function run(tests: number, more: Partial<SimulationOptions>): Simulation[] {
  return Array.from({ length: tests }, (_, i) => simulate({ ...COMMON, ...more, seed: i + 1 }))
}
