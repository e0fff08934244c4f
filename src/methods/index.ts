import { readdirSync } from 'node:fs'
import { fail } from '../errors.js'
import type { Method } from './method.js'

/** Names of all methods: the folders beside this file. */
export function methodNames(): string[] {
  const here = new URL('.', import.meta.url)
  return readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** A method by its name. */
export async function loadMethod(name: string): Promise<Method> {
  if (!methodNames().includes(name))
    fail('usage', `there is no method '${name.slice(0, 40)}'`, `There are ${methodNames().join(', ')}.`)
  const module = (await import(/* @vite-ignore */ `./${name}/index.js`)) as { readonly default: Method }
  return module.default
}

/** All methods. */
export function loadMethods(): Promise<Method[]> {
  return Promise.all(methodNames().map(loadMethod))
}
