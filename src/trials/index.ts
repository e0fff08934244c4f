// Trials keep to DuckDB's dialect of SQL: they run beside the embedded engine.
import { foundBeside } from '../base/found.js'
import type { Trial } from './trial.js'

const found = foundBeside<Trial>(
  new URL('.', import.meta.url),
  'trial',
  (name) => import(/* @vite-ignore */ `./${name}/index.js`),
)

/** Names of all trials: the folders beside this file. */
export const trialNames = found.names
/** A trial by its name. */
export const loadTrial = found.load
/** All trials. */
export const loadTrials = found.loadAll
