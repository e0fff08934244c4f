import { readdirSync } from 'node:fs'
import type { Trial } from './trial.js'

/** Names of all trials: the folders beside this file. */
export function trialNames(): string[] {
  return readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** All trials. */
export function loadTrials(): Promise<Trial[]> {
  return Promise.all(
    trialNames().map(
      async (name) => ((await import(/* @vite-ignore */ `./${name}/index.js`)) as { readonly default: Trial }).default,
    ),
  )
}
