/** Nothing is wrong, but there is too much to do now. */
export class Busy extends Error {}

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
