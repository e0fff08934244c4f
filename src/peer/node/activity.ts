/** A query that went out: mine in my own name, mine by a friend, or somebody's in mine. */
export interface WentOut {
  readonly time: Date
  readonly query: string
  readonly how: 'mine' | 'by-friend' | 'for-others'
  /** The place of the friend that was handed mine; in whose name it went out in the end, only those behind it know. */
  readonly friend?: number
}

export interface ExposureAt {
  readonly time: Date
  readonly percent: number
}

/** For the user's own eyes: what went out of late, and her exposure over time. In memory alone, forgotten when she says so or the peer ends. */
export interface Activity {
  wentOut(query: string, how: WentOut['how'], friend?: number): void
  measured(percent: number): void
  /** The latest first. */
  list(): readonly WentOut[]
  /** The earliest first. */
  exposure(): readonly ExposureAt[]
  forget(): void
}

const LIST_AT_MOST = 200
const POINTS_AT_MOST = 400

export function newActivity(): Activity {
  const list: WentOut[] = []
  let points: ExposureAt[] = []
  return {
    wentOut(query, how, friend) {
      list.unshift({ time: new Date(), query, how, ...(friend !== undefined && { friend }) })
      list.length = Math.min(list.length, LIST_AT_MOST)
    },
    measured(percent) {
      points.push({ time: new Date(), percent })
      // Every other one of the older half goes: the line keeps its shape.
      if (points.length > POINTS_AT_MOST) points = points.filter((_, i) => i % 2 === 0 || i > POINTS_AT_MOST / 2)
    },
    list: () => list,
    exposure: () => points,
    forget() {
      list.length = 0
      points = []
    },
  }
}
