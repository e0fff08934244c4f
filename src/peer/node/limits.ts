/** Times in milliseconds, and bounds. */
export interface Limits {
  /** For a friend to accept or refuse. */
  readonly accept: number
  /** For a friend that accepted to say anything. */
  readonly silence: number
  /** Between two words that something is still in hand. */
  readonly still: number
  /** For all of a query, and up to twice as long, drawn anew for each; then the user submits it herself. */
  readonly whole: number
  /** For the engine. */
  readonly engine: number
  /** How long a selection vector is kept. */
  readonly epoch: number
  /** Between attempts to reach a friend: the first, and the longest. */
  readonly redial: readonly [number, number]
  /** Between savings of what is remembered of friends. */
  readonly save: number
  /** Between looks at the list of friends. */
  readonly look: number
  /** Of the user's own queries: at once, when all goes well, and in line behind them. */
  readonly asking: number
  readonly askingInLine: number
  readonly underWay: number
  readonly underWayPerFriend: number
  /** Later than this for its own work, a peer takes nothing of others. */
  readonly late: number
  readonly offersPerSecond: number
  readonly framesPerSecond: number
}

export const LIMITS: Limits = {
  accept: 3_000,
  silence: 6_000,
  still: 2_000,
  whole: 20_000,
  engine: 10_000,
  epoch: 24 * 3_600_000,
  redial: [1_000, 60_000],
  save: 60_000,
  look: 1_000,
  asking: 100,
  askingInLine: 1_000,
  underWay: 1_000,
  underWayPerFriend: 250,
  late: 500,
  offersPerSecond: 200,
  framesPerSecond: 2_000,
}

/** Lets so many things a second pass, and as many at once after a pause. */
export function meter(perSecond: number): { take(): boolean } {
  let left = perSecond
  let since = performance.now()
  return {
    take() {
      const now = performance.now()
      left = Math.min(perSecond, left + ((now - since) * perSecond) / 1000)
      since = now
      if (left < 1) return false
      left--
      return true
    },
  }
}
