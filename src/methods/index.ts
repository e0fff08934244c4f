import { foundBeside } from '../base/found.js'
import type { Method } from './method.js'

const found = foundBeside<Method>(
  new URL('.', import.meta.url),
  'method',
  (name) => import(/* @vite-ignore */ `./${name}/index.js`),
)

/** Names of all methods: the folders beside this file. */
export const methodNames = found.names
/** A method by its name. */
export const loadMethod = found.load
/** All methods. */
export const loadMethods = found.loadAll
