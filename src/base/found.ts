import { readdirSync } from 'node:fs'
import { fail } from './errors.js'
import { guess } from './guess.js'

/** Things of one kind that stand in folders beside an index: their names, and each by its name. */
export interface Found<T> {
  names(): string[]
  load(name: string): Promise<T>
  loadAll(): Promise<T[]>
}

/** Finds what stands beside a module: one folder each, whose index.js has the thing as its default export. */
export function foundBeside<T>(
  here: URL,
  kind: string,
  open: (name: string) => Promise<{ readonly default: T }>,
): Found<T> {
  const names = () =>
    readdirSync(here, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort()
  const load = async (name: string) => {
    if (!names().includes(name)) noSuch(kind, name, names())
    return (await open(name)).default
  }
  return { names, load, loadAll: () => Promise.all(names().map(load)) }
}

/** Says that there is no such thing, and which was perhaps meant. */
export function noSuch(kind: string, name: string, names: readonly string[]): never {
  fail('usage', `there is no ${kind} '${name.slice(0, 40)}'`, `${guess(name, names)}There are ${names.join(', ')}.`)
}
