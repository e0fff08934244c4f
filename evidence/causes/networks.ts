import { QuickChance } from '../../src/random/quick.js'
import type { Part } from '../claims.js'
import { table } from '../micro/words.js'
import { AS_PUBLISHED as published } from '../peer-published.js'
import { byTheLetter, type Reading, type Seen } from './letter.js'

/** The network of the page. */
const AS_ON_THE_PAGE = { users: 1000, queries: 100, single: 0.35, theta: [0.6, 0.8], repeats: 4 } as const
type Changed = Reading & {
  readonly single?: number
  readonly theta?: readonly [number, number]
  readonly queries?: number
  readonly users?: number
}

function all(tests: number, changed: Changed & { readonly zeta: number; readonly selfish: number }): Seen[] {
  return Array.from({ length: tests }, (_, i) =>
    byTheLetter({ ...AS_ON_THE_PAGE, ...changed }, new QuickChance(i + 1)),
  ).flat()
}

const RETURNS = [
  { name: 'as on the page: whoever meets a query again submits it', changed: {} },
  { name: 'whoever meets it again decides anew', changed: { decidesAnew: true } },
  { name: 'as on the page, 10,000 users', changed: { users: 10_000 } },
  { name: 'both', changed: { decidesAnew: true, users: 10_000 } },
] as const satisfies readonly { readonly name: string; readonly changed: Changed }[]

/** Position at 10 neighbours without pruning and its variance; with it at 10 and at 8. */
export interface Returned {
  readonly name: string
  readonly values: readonly number[]
}

/** [Erola13] Tables 4.1 and 4.5: what becomes of a query that somebody meets again. */
export async function queriesThatComeBack(tests: number, part: Part): Promise<Returned[]> {
  const found: Returned[] = []
  for (const { name, changed } of RETURNS) found.push(await part(name, () => positionsIn(name, changed, tests)))
  return found
}

function positionsIn(name: string, changed: Changed, tests: number): Returned {
  const times = changed.users === undefined ? tests : Math.ceil(tests / 10)
  const at = (seen: readonly Seen[], friends: number) => {
    const own = seen.filter((one) => one.friends === friends).map(({ position }) => position)
    const mean = own.reduce((sum, position) => sum + position, 0) / own.length
    return [mean, own.reduce((sum, position) => sum + (position - mean) ** 2, 0) / own.length] as const
  }
  const common = { ...changed, zeta: 0, selfish: 0 }
  const [bare, pruned] = [all(times, { ...common, theta: [0, 0] }), all(times, common)]
  return { name, values: [...at(bare, 10), at(pruned, 10)[0], at(pruned, 8)[0]] }
}

export function returnedTable(found: readonly Returned[]): string {
  return table(
    ['', 'at 10, not pruned', 'its variance', 'at 10, pruned', 'at 8, pruned'],
    [...found, { name: 'source', values: [5.81, 8.34, 4.51, 3.64] }].map(({ name, values }) => [
      name,
      ...values.map((value) => value.toFixed(2)),
    ]),
  )
}

/** What the thesis leaves open of Table 4.4; and what it says, otherwise. */
const OPEN = [
  { name: 'as on the page', changed: {} },
  { name: 'taking a query costs its sender no trust', changed: { takingIsFree: true } },
  {
    name: 'nor that, and who has refused is offered it again',
    changed: { takingIsFree: true, asksAgain: true },
  },
  { name: '0.15 of newcomers with one friend', changed: { single: 0.15 } },
  { name: 'not pruned', changed: { theta: [0, 0] } },
  { name: '75 queries each', changed: { queries: 75 } },
] as const satisfies readonly { readonly name: string; readonly changed: Changed }[]
const ZETAS = [0, 0.01, 0.02, 0.03] as const
const EXPOSED = 0.6

/** Exposed honest and selfish users, in per cent, at each ζ. */
export interface Priced {
  readonly name: string
  readonly exposed: readonly (readonly [honest: number, selfish: number])[]
}

export async function whoPays(tests: number, part: Part): Promise<Priced[]> {
  const found: Priced[] = []
  for (const { name, changed } of OPEN) found.push(await part(`price, ${name}`, () => exposedIn(name, changed, tests)))
  return found
}

function exposedIn(name: string, changed: Changed, tests: number): Priced {
  const exposed = ZETAS.map((zeta) => {
    const seen = all(tests, { ...changed, zeta, selfish: 0.1 })
    const share = (selfish: boolean) => {
      const some = seen.filter((one) => one.selfish === selfish)
      return (100 * some.filter(({ own }) => own >= EXPOSED).length) / some.length
    }
    return [share(false), share(true)] as const
  })
  return { name, exposed }
}

export function pricedTable(found: readonly Priced[]): string {
  const head = ['', ...ZETAS.flatMap((zeta) => [`ζ = ${zeta}: honest`, 'selfish'])]
  const source = published.zeta.slice(0, ZETAS.length).map(([, honest, selfish]) => [honest, selfish] as const)
  const rows = [...found, { name: 'source', exposed: source }].map(({ name, exposed }) => [
    name,
    ...exposed.flat().map((share) => share.toFixed(1)),
  ])
  return table(head, rows)
}
