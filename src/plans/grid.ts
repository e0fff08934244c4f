import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import { type ForeignParams, GIVEN, isGiven } from '../base/params.js'
import { loadMethod, methodNames } from '../methods/index.js'
import type { Step } from '../release/manifest.js'
import { parseText } from './parse-text.js'
import { type Plan, planFrom, readPlan } from './plan.js'
import { shownParams } from './private-params.js'

/** One setting of a comparison: a plan, run with one seed. */
export interface Cell {
  /** Stands for the setting and its seed; the same in every run. */
  readonly id: string
  /** What people read: rare-queries k=5. */
  readonly label: string
  readonly plan: Plan
  readonly seed: number
  /** The steps as results tell them: of what is the custodian's alone, that it was given, and which one in the order of the grid. */
  readonly shown: readonly Step[]
}

/** What is compared: settings, seeds, and which attacks and measures they are put to. */
export interface Grid {
  readonly cells: readonly Cell[]
  /** Names; without them all that apply. */
  readonly attacks?: readonly string[]
  readonly measures?: readonly string[]
}

/** A grid from a file (JSON or YAML). A plan is a grid with one setting; lists among its parameters are alternatives. */
export async function readGrid(path: string): Promise<Grid> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    fail(
      'input',
      `there is no file ${path}`,
      'Name a JSON or YAML file with grid: [{method: rare-queries, k: [5, 10]}].',
    )
  return gridFrom(await parseText(readFileSync(path, 'utf8'), path), path)
}

/** Checks the shape of a grid and spells out its cells. */
export async function gridFrom(parsed: unknown, label: string): Promise<Grid> {
  const document = (parsed ?? {}) as Record<string, unknown>
  const entries = Array.isArray(document.grid) ? document.grid : document.steps ? [document] : undefined
  if (entries === undefined || entries.length === 0)
    fail('input', `${label} has no grid`, 'Write grid: [{method: rare-queries, k: [5, 10]}].')
  const known = ['grid', 'seeds', 'attacks', 'measures']
  const odd = Array.isArray(document.grid) ? Object.keys(document).find((key) => !known.includes(key)) : undefined
  if (odd !== undefined) fail('input', `${label} has an unknown entry '${odd}'`, `A grid has ${known.join(', ')}.`)
  const seeds = seedsOf(document.seeds, label) ?? [1]
  const cells: Cell[] = []
  const tell = teller()
  for (const [index, entry] of entries.entries()) {
    const { seeds: own, ...rest } = (entry ?? {}) as Record<string, unknown>
    const at = `entry ${index + 1} of ${label}`
    for (const plan of await plansOf(rest, at))
      for (const seed of seedsOf(own, at) ?? seeds) cells.push(cellOf(plan, seed, await tell(plan)))
  }
  const distinct = [...new Map(cells.map((cell) => [cell.id, cell])).values()]
  return { cells: distinct, ...namesOf('attacks', document, label), ...namesOf('measures', document, label) }
}

/** The plans of an entry: a profile, a method with parameters, or steps; every list of values is spelt out. */
async function plansOf(entry: Readonly<Record<string, unknown>>, at: string): Promise<Plan[]> {
  if (typeof entry.profile === 'string') return [await readPlan(entry.profile)]
  const { steps, link, time, rank, name, ...step } = entry
  const list = Array.isArray(steps) ? (steps as Record<string, unknown>[]) : [step]
  const shows = defined({ link, time, rank, name })
  return product(list.map(alternatives)).map((chosen) => planFrom({ steps: chosen, ...shows }, at))
}

/** {k: [2, 5], m: 2} -> {k: 2, m: 2}, {k: 5, m: 2} */
function alternatives(step: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const entries = Object.entries(step ?? {})
  const values = product(entries.map(([, value]) => (Array.isArray(value) ? value : [value])))
  return values.map((chosen) => Object.fromEntries(entries.map(([key], i) => [key, chosen[i]])))
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((made, list) => made.flatMap((left) => list.map((item) => [...left, item])), [[]])
}

/** Tells steps; different values of one parameter are told apart by number, since settings go by what is told of them. */
function teller(): (plan: Plan) => Promise<Step[]> {
  const values = new Map<string, unknown[]>()
  return ({ steps }) =>
    Promise.all(
      steps.map(async ({ method, params }) => {
        // What no method takes is told by nobody: the setting fails when it is run.
        const known = methodNames().includes(method) ? (await loadMethod(method)).params : undefined
        const told = Object.entries(known ? shownParams(known, params) : {}).map(([key, value]) => {
          if (!isGiven(value)) return [key, value]
          const list = values.get(`${method} ${key}`) ?? []
          values.set(`${method} ${key}`, list)
          const nth = list.includes(params[key]) ? list.indexOf(params[key]) + 1 : list.push(params[key])
          return [key, nth === 1 ? GIVEN : { ...GIVEN, nth }]
        })
        return { method, params: Object.fromEntries(told) as ForeignParams }
      }),
    )
}

function cellOf(plan: Plan, seed: number, shown: readonly Step[]): Cell {
  const { shows, name } = plan
  const id = createHash('sha256')
    .update(JSON.stringify({ steps: shown, shows, name, seed }))
    .digest('hex')
    .slice(0, 16)
  return { id, label: labelOf(plan, shown), plan, seed, shown }
}

/** Does a setting rest on something that its id does not stand for, such as a file? */
export function restsOnGiven({ shown }: Cell): boolean {
  return shown.some(({ params }) => Object.values(params).some(isGiven))
}

/** What people call a setting, from its steps and what it shows; a plan with a name goes by that. */
export function labelOf({ name, shows }: Plan, steps: readonly Step[]): string {
  const words = steps.map(({ method, params }) =>
    [method, ...Object.entries(params).map(([key, value]) => `${key}=${short(value)}`)].join(' '),
  )
  const beside = Object.entries(shows).map(([key, value]) => `${key}=${String(value)}`)
  return name ?? [words.join(' + '), ...beside].join(', ')
}

function short(value: unknown): string {
  if (isGiven(value)) return 'nth' in value ? `given-${String(value.nth)}` : 'given'
  return typeof value === 'number' && !Number.isInteger(value) ? String(Number(value.toPrecision(4))) : String(value)
}

function seedsOf(value: unknown, label: string): number[] | undefined {
  if (value === undefined) return undefined
  const list = Array.isArray(value) ? value : [value]
  if (list.length === 0 || !list.every((seed) => Number.isSafeInteger(seed) && (seed as number) >= 0))
    fail('input', `seeds of ${label} must be whole numbers`, 'Write seeds: [1, 2, 3].')
  return list as number[]
}

function namesOf(key: 'attacks' | 'measures', document: Readonly<Record<string, unknown>>, label: string) {
  const value = document[key]
  if (value === undefined) return {}
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string'))
    fail('input', `${key} of ${label} must be names`, `Write ${key}: [NAME, NAME].`)
  return { [key]: value as string[] }
}
