/** What all peers of a network agree on. */
export interface ProtocolParameters {
  /** ζ: what a query served or refused costs, [Erola13] §4.3.5. */
  readonly zeta: number
  /** θ: the share of the selection vector that is deleted is drawn from this interval, [Erola13] §4.3.4. */
  readonly theta: readonly [number, number]
  /** The selection vector is repeated 1 to this many times before it is pruned. The source does not say how many; 4 gives its positions. */
  readonly repeats: number
  /**
   * Where a friend refuses, a second one is asked for one in so many of the queries that are offered to anybody; the others their holder
   * submits. Above 15: nobody is ever asked again.
   */
  readonly again: number
  /**
   * To the letter of [Erola13]: what a neighbour says of itself is believed, only one's own queries go by the selection vector, and all
   * neighbours are asked until one accepts. For the simulator; a real peer has friends who lie and friends who compare notes.
   */
  readonly asPublished: boolean
}

export const DEFAULT_PARAMETERS: ProtocolParameters = {
  zeta: 0.03,
  theta: [0.6, 0.8],
  repeats: 4,
  again: 4,
  asPublished: false,
}
