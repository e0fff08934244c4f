import type { Chance } from '../../random/quick.js'
import type { ProtocolParameters } from './parameters.js'

/**
 * How often each of a peer's neighbours stands in its selection vector: `count` numbers from `from` on, `stride` apart. A node has
 * them in an array of their own, the simulator in its records of friendships.
 */
export interface Weights {
  readonly of: Int32Array
  readonly stride: number
}

/**
 * Seats in the selection vector, before it is repeated.
 *
 * Deviates from [Erola13] §4.3.2, where the user has one and a neighbour as many as it says it has neighbours: one of ten friends who
 * claims 200 would be handed four of five queries. Here nothing that a friend says of itself moves anything. 10 of its seats for 2 of
 * the user keep her in the middle of her neighbours.
 */
export const SEATS = { self: 2, friend: 10 } as const

/** How often a neighbour stands in the vector that says that it has `claimed` neighbours itself. */
export function seatsFor(claimed: number, { asPublished }: ProtocolParameters): number {
  return asPublished ? claimed : SEATS.friend
}

/**
 * Ψ, [Erola13] §4.3.4: builds the pruned selection vector. Before, the weights are the seats of each neighbour; after, how
 * often each stands in the pruned vector. Returns the length of the pruned vector; what the neighbours do not fill of it is the
 * user herself.
 *
 * The vector is kept for an epoch: drawn anew for each query, pruning would change nothing, because the expected shares stay P_s.
 */
export function prune(
  { of, stride }: Weights,
  from: number,
  count: number,
  parameters: ProtocolParameters,
  chance: Chance,
): number {
  const [least, most] = parameters.theta
  const repeats = 1 + chance.below(parameters.repeats)
  const theta = least + (most - least) * chance.unit()
  let left = repeats * (parameters.asPublished ? 1 : SEATS.self)
  for (let j = 0, at = from; j < count; j++, at += stride) left += of[at]! * repeats
  // The repeated vector, in an order that does not matter; `count` stands for the user.
  const seats = new Int32Array(left).fill(count)
  for (let j = 0, at = from, seat = 0; j < count; j++, at += stride) {
    const end = seat + of[at]! * repeats
    seats.fill(j, seat, end)
    seat = end
    of[at] = 0
  }
  const kept = Math.max(1, Math.round(left * (1 - theta)))
  // To delete all but `kept` at random positions is to keep so many at random: the next of those that are left, and the first takes its seat.
  for (let i = 0; i < kept; i++, left--) {
    const drawn = i + chance.below(left)
    const j = seats[drawn]!
    seats[drawn] = seats[i]!
    if (j < count) of[from + j * stride]!++
  }
  return kept
}

/** The peer itself, where the number of a neighbour could be. */
export const SELF = -1

/**
 * Takes the next from the vector, in random order: a neighbour's number. Neighbours marked in `tried` are passed over, and
 * `length` is what is left without them. Nobody left: the user herself.
 */
export function drawFromVector(
  { of, stride }: Weights,
  from: number,
  count: number,
  length: number,
  tried: Uint8Array,
  chance: Chance,
): number {
  if (length === 0) return SELF
  let rest = chance.below(length)
  for (let j = 0, at = from; j < count; j++, at += stride) {
    if (tried[j] !== 0) continue
    const weight = of[at]!
    if (rest < weight) return j
    rest -= weight
  }
  return SELF
}

/**
 * The first to be offered a query that somebody else brought, or that the holder could not submit: from the vector like one's own, so
 * that whom it goes to does not tell them apart; but not the holder, for whom a coin has spoken already, nor whoever brought it.
 */
export function drawOnward(
  weights: Weights,
  from: number,
  count: number,
  brought: number,
  tried: Uint8Array,
  chance: Chance,
): number {
  const { of, stride } = weights
  let length = 0
  for (let j = 0, at = from; j < count; j++, at += stride) if (tried[j] === 0 && j !== brought) length += of[at]!
  if (brought === SELF) return drawFromVector(weights, from, count, length, tried, chance)
  const before = tried[brought]!
  tried[brought] = 1
  const drawn = drawFromVector(weights, from, count, length, tried, chance)
  tried[brought] = before
  return drawn
}
