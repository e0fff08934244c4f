import type { Simulation } from './result.js'

/** A simulation for people. */
export function simulationText(result: Simulation): string[] {
  const { users, friendships, queries, hops, position, pel, load, responseMs, selfish, collusion } = result
  const measure = result.exposedBy === 'pel' ? 'of their profile (PEL)' : 'of their own queries'
  return [
    `${whole(users)} peers, ${whole(friendships)} friendships, ${whole(queries)} queries (simulated)`,
    `hops: ${two(hops.mean)} on average, half at most ${hops.median}, 99% at most ${hops.p99}, longest ${hops.most}`,
    `response: ${seconds(responseMs.roundTripOnce)} by the model (${seconds(responseMs.asPublished)} as published)`,
    `load per peer: ${two(load.submitted.mean)} submitted (most ${whole(load.submitted.most)}), ${two(load.carried.mean)} carried for others (most ${whole(load.carried.most)})`,
    '',
    'neighbours  users  position  deviation',
    ...position.map(
      (row) =>
        `${String(row.neighbours).padStart(10)}  ${whole(row.users).padStart(5)}  ${two(row.mean).padStart(8)}  ${two(row.deviation).padStart(9)}`,
    ),
    '',
    `exposing at most 10% ${measure}: ${percent(pel.atMost10)} of users; at most 20%: ${percent(pel.atMost20)}; 60% or more: ${percent(pel.exposed60)}`,
    ...(selfish.users === 0
      ? []
      : [
          `exposed: ${percent(result.honestExposed)} of the honest, ${percent(result.selfishExposed)} of the ${whole(selfish.users)} selfish; nobody serves ${percent(selfish.isolated)} of the selfish any more`,
        ]),
    ...(collusion.users === 0
      ? []
      : [
          `${whole(collusion.users)} colluding peers see ${percent(collusion.seen)} of the others' queries; the one before them is the source of ${percent(collusion.predecessorIsSource)} of those (Crowds: ${percent(collusion.crowds)})`,
        ]),
  ]
}

const two = (value: number) => value.toFixed(2)
const whole = (value: number) => value.toLocaleString('en-US')
const percent = (share: number) => `${(100 * share).toFixed(1)}%`
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
