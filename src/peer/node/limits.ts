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
  /** Before the user's own query is asked once more that nobody answered. */
  readonly again: number
  /** Of the user's own queries, at once and in line behind them. */
  readonly asking: number
  readonly askingInLine: number
  readonly underWay: number
  readonly underWayPerFriend: number
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
  again: 1_000,
  asking: 200,
  askingInLine: 1_000,
  underWay: 1_000,
  underWayPerFriend: 250,
  offersPerSecond: 200,
  framesPerSecond: 2_000,
}

/**
 * Waits for somebody else, and not less because this process stood still meanwhile: a timer that comes late itself says nothing of
 * the other, whose word may lie unread. Returns how to end it.
 */
export function patience(milliseconds: number, over: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = () => {
    const due = performance.now() + milliseconds
    timer = setTimeout(() => (performance.now() - due > milliseconds / 4 ? wait() : over()), milliseconds)
  }
  wait()
  return () => clearTimeout(timer)
}

/** So many at once, and as many more in a line as it holds; whoever comes then is turned away. */
export function gate(atOnce: number, inLine: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = []
  let inside = 0
  return async (work) => {
    if (inside < atOnce) inside++
    else if (line.length < inLine) await new Promise<void>((enter) => line.push(enter))
    else throw new Busy('too much at once')
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next)
        next() // takes the place
      else inside--
    }
  }
}

/** Nothing is wrong, but there is too much to do now. */
export class Busy extends Error {}

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
