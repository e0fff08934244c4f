import { keyOf, Lists } from './lists.js'
import type { Sets } from './sets.js'

const LARGE = 24

/**
 * Finds the first earlier set with a Jaccard overlap of at least `least`, without looking at all of them: two sets of sizes a
 * and b that are alike share at least o = ceil(least / (1 + least) * (a + b)) members, so one of the first a - o + 1 members
 * of the one, in order of rarity, is among the first b - o + 1 of the other [Chaudhuri06].
 */
export class SetIndex {
  private readonly least: number
  private readonly lists = new Lists()
  /** Sets too large for the index: there are few of them, and each is looked at. */
  private readonly large: number[] = []

  constructor(least: number) {
    this.least = least
  }

  clear(): void {
    this.lists.clear()
    this.large.length = 0
  }

  /** The first set alike among those added, if it comes before `best`; else `best`. Members must be sorted by rarity. */
  first(sets: Sets, set: number, best: number): number {
    const a = sets.size(set)
    if (a > LARGE) {
      for (let other = 0; other < Math.min(set, best); other++) if (sets.alike(set, other, this.least)) return other
      return best
    }
    let found = best
    const greatest = Math.min(LARGE, Math.floor(a / this.least + 1e-9))
    for (let b = Math.ceil(this.least * a - 1e-9); b <= greatest; b++) {
      const common = this.common(a, b)
      for (let i = 0; i <= a - common; i++)
        for (let j = 0; j <= b - common; j++)
          found = this.scan(sets, set, keyOf(sets.members[sets.start[set]! + i]!, b, j, 0), found)
    }
    for (const other of this.large) {
      if (other >= found) break
      if (sets.alike(set, other, this.least)) return other
    }
    return found
  }

  add(sets: Sets, set: number): void {
    const b = sets.size(set)
    if (b > LARGE) {
      this.large.push(set)
      return
    }
    // The smallest partner asks for the fewest members in common, and so looks the furthest down the list.
    const last = b - this.common(Math.ceil(this.least * b - 1e-9), b)
    for (let j = 0; j <= last; j++) this.lists.add(keyOf(sets.members[sets.start[set]! + j]!, b, j, 0), set)
  }

  private common(a: number, b: number): number {
    return Math.max(1, Math.ceil((this.least / (1 + this.least)) * (a + b) - 1e-9))
  }

  private scan(sets: Sets, set: number, key: number, best: number): number {
    const { lists } = this
    for (let entry = lists.head(key); entry >= 0; entry = lists.next[entry]!) {
      const other = lists.text[entry]!
      if (other >= best) return best
      if (sets.alike(set, other, this.least)) return other
    }
    return best
  }
}
