import { DEFAULT_PARAMETERS } from '../src/peer/protocol/parameters.js'
import type { Simulation } from '../src/peer/simulate/index.js'
import { type Attack, attack, type Damage, type Lever } from './hostile-friends.js'
import { run } from './simulations.js'

/** What a hostile friend can do in the protocol, in words. */
export const LEVERS: Readonly<Record<string, Lever>> = {
  'none: does as honest ones do': {},
  'takes and answers everything': { takes: 1 },
  'the same, and offers a query for each of hers': { takes: 1, floods: 1 },
  'the same, and offers ten': { takes: 1, floods: 10 },
  'the same ten, all at once at the start of a round': { takes: 1, floods: 10, inBursts: true },
  'the same ten, all with one id': { takes: 1, floods: 10, replays: true },
  'the same ten, and is away every other round, or starts anew': { takes: 1, floods: 10, comesAndGoes: true },
  'offers ten, and refuses every other': { takes: 0.5, floods: 10 },
  'offers ten; accepts, and fails, stalls or goes': { takes: 1, fails: true, floods: 10 },
  'offers ten; refuses, says nothing or answers too late': { takes: 0, floods: 10 },
  'refuses, says nothing or answers too late': { takes: 0 },
}

const COMMON = {
  rounds: 60,
  users: 100,
  friends: 4,
  shape: 'stars',
  hostile: 1,
  parameters: DEFAULT_PARAMETERS,
} as const

/** Means over networks. */
export function attacked(networks: number, options: Omit<Attack, 'seed'>): Damage {
  const found = Array.from({ length: networks }, (_, i) => attack({ ...options, seed: i + 1 }))
  const mean = (of: (damage: Damage) => number) => found.reduce((sum, one) => sum + of(one), 0) / networks
  return { seen: mean(({ seen }) => seen), submitted: mean(({ submitted }) => submitted) }
}

const percent = (share: number) => `${(100 * share).toFixed(0)}%`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const cells = ({ seen, submitted }: Damage) => [seen.toFixed(2), percent(submitted)]

/** Hostile friends, lever by lever. */
export function levers(tests: number): string {
  const kinds = [1, 3, 10].map((busy) => ({ busy, hostile: 1 }))
  const rows = Object.entries(LEVERS).map(([name, lever]) => [
    name,
    ...[...kinds, { busy: 10, hostile: 2 }].flatMap((kind) => cells(attacked(tests, { ...COMMON, ...kind, lever }))),
  ])
  const head = ['a hostile friend', 'asks as others', '', '3 times', '', '10 times', '', '10 times, two of six', '']
  return `## Hostile friends, lever by lever

Machines of real peers pass messages in one process. A victim has four honest friends who know nobody else, which is the worst case, and a hostile one; she asks as much as they do, 3 times or 10 times as much. *Left*: how many of her own queries the hostile friend is offered, as a multiple of its even part, one in five; the limit is 1.5 times. *Right*: how many of them she submits herself. Two hostile friends of six work together, or are one person with two identities: their even part is one in three. What a friend says of itself is no lever: nothing goes by it.

${table(head, rows)}

${sizes(tests)}

${candidates(tests)}`
}

const FLOOD: Lever = { takes: 1, floods: 10 }

function sizes(tests: number): string {
  const rows = ([10, 100, 10_000] as const).map((users) => {
    const networks = users === 10 ? 5 * tests : users === 100 ? tests : 1
    const rounds = users === 10_000 ? 30 : COMMON.rounds
    const each = (['stars', 'ring'] as const).flatMap((shape) =>
      cells(attacked(networks, { ...COMMON, users, rounds, shape, busy: 10, lever: FLOOD })),
    )
    return [users.toLocaleString('en'), ...each]
  })
  const byFriends = [1, 2, 4, 9].map((friends) => [
    String(friends),
    ...cells(attacked(tests, { ...COMMON, users: 20 * (friends + 1), friends, busy: 10, lever: FLOOD })),
  ])
  const head = ['honest peers', 'her friends know nobody else', '', 'they know others', '']
  return `The friend who takes everything and offers ten, where the victim asks 10 times as much as others:

${table(head, rows)}

And by how many honest friends she has, beside one who is hostile:

${table(['honest friends', 'asks 10 times as much as they do', ''], byFriends)}`
}

function candidates(tests: number): string {
  const kinds = [
    ['until one accepts (0.2.0)', 0],
    ['always', 1],
    ['one in two', 2],
    ['one in three', 3],
    ['one in four (the peer)', 4],
    ['one in eight', 8],
    ['never', 16],
  ] as const
  const rows = kinds.map(([name, again]) => {
    const asksOn = again === 0
    const parameters = { ...DEFAULT_PARAMETERS, again: Math.max(1, again) }
    const two = [1, 2].flatMap((hostile) =>
      cells(attacked(tests, { ...COMMON, hostile, parameters, asksOn, busy: 10, lever: FLOOD })),
    )
    return [name, ...two, ...(asksOn ? Array.from({ length: 6 }, () => '') : costs(tests, again))]
  })
  const head = [
    'a second friend is asked',
    'one of five',
    '',
    'two of six',
    '',
    'hops',
    'position at 10',
    'honest exposed',
    'with 10% selfish',
    'with 30%',
    'selfish exposed',
  ]
  return `Why one in four: the same friend, by how many of the queries that a first friend refuses may go to a second; and what that costs in a network of 1,000 (100 queries each; exposed are those who submit 60% or more of their own).

${table(head, rows)}`
}

function costs(tests: number, again: number): string[] {
  const networks = (selfish: number) =>
    run(tests, { baseline: 'peers', parameters: { ...DEFAULT_PARAMETERS, again }, selfish })
  const mean = (of: Simulation[], value: (one: Simulation) => number) =>
    of.reduce((sum, one) => sum + value(one), 0) / of.length
  const share = (value: number) => `${(100 * value).toFixed(1)}%`
  const [none, few, many] = [networks(0), networks(0.1), networks(0.3)]
  return [
    mean(none, ({ hops }) => hops.mean).toFixed(2),
    mean(none, ({ position }) => position.find(({ neighbours }) => neighbours === 10)?.mean ?? 0).toFixed(2),
    ...[none, few, many].map((of) => share(mean(of, ({ honestExposed }) => honestExposed))),
    share(mean(few, ({ selfishExposed }) => selfishExposed)),
  ]
}
