// Measures keep to DuckDB's dialect of SQL: they run beside the embedded engine.
import { foundBeside } from '../base/found.js'
import type { Measure } from './measure.js'

const found = foundBeside<Measure>(
  new URL('.', import.meta.url),
  'measure',
  (name) => import(/* @vite-ignore */ `./${name}/index.js`),
)

/** Names of all measures: the folders beside this file. */
export const measureNames = found.names
/** A measure by its name. */
export const loadMeasure = found.load
/** All measures. */
export const loadMeasures = found.loadAll

/** Names of the measures that take but a moment. */
export async function quickMeasures(): Promise<string[]> {
  return (await found.loadAll()).filter(({ quick }) => quick).map(({ name }) => name)
}
