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
  again: 1_000,
  asking: 100,
  askingInLine: 1_000,
  underWay: 1_000,
  underWayPerFriend: 250,
  late: 500,
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

/** A door with a line behind it. */
export interface Gate {
  enter<T>(work: () => Promise<T>): Promise<T>
  /** Things take too long: let fewer in at once. Those who are served well widen it again. */
  narrow(): void
}

const START = 8
const LEAST = 2
const NARROW_AGAIN = 1_000

/** At most so many at once, as many more in a line as it holds; whoever comes then is turned away. */
export function gate(atOnce: number, inLine: number, start = atOnce): Gate {
  const line: (() => void)[] = []
  let inside = 0
  let width = Math.min(start, atOnce)
  let narrowed = Number.NEGATIVE_INFINITY
  const call = () => {
    while (inside < Math.floor(width) && line.length > 0) {
      inside++
      line.shift()?.()
    }
  }
  return {
    async enter(work) {
      if (inside >= Math.floor(width) && line.length >= inLine) throw new Busy('too much at once')
      await new Promise<void>((enter) => {
        line.push(enter)
        call()
      })
      try {
        const result = await work()
        width = Math.min(atOnce, width + 1 / width)
        return result
      } finally {
        inside--
        call()
      }
    },
    narrow() {
      // Many notice the same trouble at the same time.
      if (performance.now() - narrowed < NARROW_AGAIN) return
      narrowed = performance.now()
      width = Math.max(Math.min(LEAST, atOnce), width / 2)
    },
  }
}

/** For queries that friends and an engine serve, at a pace nobody knows yet. */
export function carefulGate(atOnce: number, inLine: number): Gate {
  return gate(atOnce, inLine, START)
}

/** How late this process comes to what it has to do, in milliseconds. */
export function lateness(): { now(): number; close(): void } {
  let due = performance.now() + PULSE
  let late = 0
  const pulse = setInterval(() => {
    late = Math.max(0, performance.now() - due)
    due = performance.now() + PULSE
  }, PULSE)
  return { now: () => Math.max(late, performance.now() - due), close: () => clearInterval(pulse) }
}

const PULSE = 250

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
