import type { Offsets, Piece, Reader } from './reader.js'

const PATIENCE_MS = 500

/** What brokers answer, one after the other; each is asked for one answer at a time. */
export interface Answers {
  /** Asks the brokers that are not being asked already. */
  ask(positions: Offsets): void
  /** The next answer; undefined if none comes for a while, or when it is time to stop. */
  next(): Promise<readonly Piece[] | undefined>
  /** Nobody wants the answers to what was asked so far. */
  forget(): void
  close(): void
}

/**
 * No Promise.race: as long as one of its promises is open, that one holds on to whatever the others have answered, in all races that it was in.
 */
export function answersOf({ fetch, brokerOf }: Pick<Reader, 'fetch' | 'brokerOf'>, stop: AbortSignal): Answers {
  let asked = new Set<number>()
  let arrived: { readonly broker: number; readonly pieces: Promise<readonly Piece[]> }[] = []
  let wake = () => {}
  const stopped = () => wake()
  stop.addEventListener('abort', stopped)
  const askOne = (broker: number, from: Offsets) => {
    const wanted = asked
    const pieces = fetch(broker, from)
    const arrive = () => {
      if (asked !== wanted) return
      arrived.push({ broker, pieces })
      wake()
    }
    pieces.then(arrive, arrive)
  }
  return {
    ask(positions) {
      const byBroker = new Map<number, Map<number, number>>()
      for (const [partition, offset] of positions) {
        const broker = brokerOf(partition)
        byBroker.set(broker, (byBroker.get(broker) ?? new Map<number, number>()).set(partition, offset))
      }
      for (const [broker, from] of byBroker) {
        if (asked.has(broker)) continue
        asked.add(broker)
        askOne(broker, from)
      }
    },
    async next() {
      if (arrived.length === 0 && !stop.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, PATIENCE_MS)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      const first = stop.aborted ? undefined : arrived.shift()
      if (first === undefined) return undefined
      asked.delete(first.broker)
      return first.pieces
    },
    forget() {
      asked = new Set()
      arrived = []
    },
    close: () => stop.removeEventListener('abort', stopped),
  }
}
