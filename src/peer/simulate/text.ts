import { number, percent, table } from '../../base/format.js'
import type { Simulation } from './result.js'

/** A simulation for people. */
export function simulationText(result: Simulation): string[] {
  const { users, friendships, queries, hops, pel, load, responseMs } = result
  const measure = result.exposedBy === 'pel' ? 'profile (PEL)' : 'own queries'
  return [
    `${number(users)} peers, ${number(friendships)} friendships, ${number(queries)} queries (simulated)`,
    '',
    `What the search engine learns under a user's name, of her ${measure}:`,
    `  at most 10% for ${percent(pel.atMost10)} of the users, at most 20% for ${percent(pel.atMost20)}, 60% or more for ${percent(pel.exposed60)}`,
    ...selfishLines(result),
    ...collusionLines(result),
    ...friendsLines(result),
    ...lyingLines(result),
    '',
    'What it costs:',
    `  a query is handed on ${two(hops.mean)} times; half of them at most ${hops.median} times, 99% at most ${hops.p99}, none more than ${hops.most}`,
    `  an answer takes ${seconds(responseMs.roundTripOnce)} by the model (${seconds(responseMs.asPublished)} as published)`,
    `  a peer submits ${two(load.submitted.mean)} queries (most: ${number(load.submitted.most)}) and carries ${two(load.carried.mean)} for others (most: ${number(load.carried.most)})`,
    '',
    ...positionLines(result),
  ]
}

function selfishLines({ selfish, honestExposed, selfishExposed }: Simulation): string[] {
  if (selfish.users === 0) return []
  return [
    `  60% or more: ${percent(honestExposed)} of the honest, ${percent(selfishExposed)} of the ${number(selfish.users)} selfish`,
    `  nobody serves ${percent(selfish.isolated)} of the selfish any more`,
  ]
}

function collusionLines({ collusion }: Simulation): string[] {
  if (collusion.users === 0) return []
  return [
    `What ${number(collusion.users)} colluding peers learn: ${percent(collusion.seen)} of the others' queries pass them`,
    `  the one before them is the source of ${percent(collusion.predecessorIsSource)} of those (in a Crowds: ${percent(collusion.crowds)})`,
  ]
}

function friendsLines({ collusion: { friends } }: Simulation): string[] {
  if (friends.length === 0) return []
  return [
    'What friends of a user learn who put together what she handed them, for users with more friends than that:',
    ...friends.map(
      ({ c, precision, recall, byChance }) =>
        `  ${c === 1 ? '1 friend takes' : `${c} friends take`} ${percent(recall)} of her queries for hers, and ${percent(precision)} of what they take for hers is (by chance ${percent(byChance)})`,
    ),
  ]
}

function lyingLines({ lying: { users, handed, gain } }: Simulation): string[] {
  if (users === 0) return []
  return [
    `${number(users)} peers claim friends they do not have and take all they are offered:`,
    `  a friend hands each of them ${percent(handed.own)} of what she asks, ${two(gain.own)} times what it would be if they told the truth; of what she carries ${percent(handed.carried)}, ${two(gain.carried)} times`,
  ]
}

/** Numbers of neighbours that are told together, by their first. */
const BANDS = [0, 1, 2, 3, 6, 11, 21, 51] as const

/** Users by how many neighbours they have: a table of all numbers would be as long as the largest. */
function positionLines({ position }: Simulation): string[] {
  const rows = BANDS.flatMap((from, i) => {
    const below = BANDS[i + 1] ?? Number.POSITIVE_INFINITY
    const here = position.filter(({ neighbours }) => neighbours >= from && neighbours < below)
    const users = here.reduce((sum, row) => sum + row.users, 0)
    if (users === 0) return []
    const mean = (of: (row: (typeof here)[number]) => number) =>
      here.reduce((sum, row) => sum + of(row) * row.users, 0) / users
    const label =
      below === from + 1
        ? String(from)
        : below === Number.POSITIVE_INFINITY
          ? `${from} or more`
          : `${from}-${below - 1}`
    return [[label, number(users), two(mean((row) => row.mean)), two(mean(({ neighbours }) => neighbours / 2))]]
  })
  return [
    'Where a user stands among her neighbours, by how many of her queries each submitted (0: the fewest)',
    ...table([['neighbours', 'users', 'place', 'the middle'], ...rows]).map((line) => `  ${line}`),
  ]
}

const two = (value: number) => value.toFixed(2)
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
