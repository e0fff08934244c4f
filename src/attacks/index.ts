// Attacks keep to DuckDB's dialect of SQL: they run beside the embedded engine.
import { foundBeside } from '../base/found.js'
import type { Attack } from './attack.js'

const found = foundBeside<Attack>(
  new URL('.', import.meta.url),
  'attack',
  (name) => import(/* @vite-ignore */ `./${name}/index.js`),
)

/** Names of all attacks: the folders beside this file. */
export const attackNames = found.names
/** An attack by its name. */
export const loadAttack = found.load
/** All attacks. */
export const loadAttacks = found.loadAll
