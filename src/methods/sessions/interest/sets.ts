import { grown } from './arrays.js'

/** Small sets of numbers, one for each text: its words, or its categories. */
export class Sets {
  count = 0
  /** Members of set i: from start[i] to start[i + 1], each once. */
  start = new Int32Array(256)
  members = new Int32Array(1 << 10)
  /** Members as bits, in two ways, to see at a glance that two sets have nothing in common. */
  private low = new Int32Array(256)
  private high = new Int32Array(256)
  /** Sets in which a member stands. */
  frequency = new Int32Array(1 << 10)
  private known = 0

  clear(): void {
    this.frequency.fill(0, 0, this.known)
    this.known = 0
    this.count = 0
  }

  /** Opens the next set. */
  open(): void {
    this.start = grown(this.start, this.count + 2)
    this.low = grown(this.low, this.count + 1)
    this.high = grown(this.high, this.count + 1)
    this.low[this.count] = 0
    this.high[this.count] = 0
    this.count++
    this.start[this.count] = this.start[this.count - 1]!
  }

  /** Puts a member into the set that was opened last. */
  put(member: number): void {
    const set = this.count - 1
    const end = this.start[this.count]!
    this.members = grown(this.members, end + 1)
    let at = end
    for (; at > this.start[set]! && this.members[at - 1]! >= member; at--) if (this.members[at - 1] === member) return
    this.members.copyWithin(at + 1, at, end)
    this.members[at] = member
    this.start[this.count] = end + 1
    this.low[set]! |= 1 << (member & 31)
    this.high[set]! |= 1 << ((member >>> 5) & 31)
    this.frequency = grown(this.frequency, member + 1)
    this.frequency[member]!++
    if (member >= this.known) this.known = member + 1
  }

  size(set: number): number {
    return this.start[set + 1]! - this.start[set]!
  }

  /** Jaccard overlap of at least `least`, which is above 0. */
  alike(a: number, b: number, least: number): boolean {
    if ((this.low[a]! & this.low[b]!) === 0 || (this.high[a]! & this.high[b]!) === 0) return false
    const [m, n] = [this.size(a), this.size(b)]
    if (Math.min(m, n) < least * Math.max(m, n)) return false
    const common = this.overlap(a, b)
    return common / (m + n - common) >= least
  }

  private overlap(a: number, b: number): number {
    const { members, start } = this
    let common = 0
    for (let i = start[a]!, j = start[b]!; i < start[a + 1]! && j < start[b + 1]!; ) {
      const [x, y] = [members[i]!, members[j]!]
      if (x === y) common++
      if (x <= y) i++
      if (y <= x) j++
    }
    return common
  }

  /** Numbers the members anew, the rarest first, so that sets that are alike share one of their first members. */
  sortByRarity(): void {
    const { frequency, members } = this
    const rarest = Int32Array.from({ length: this.known }, (_, i) => i).sort(
      (a, b) => frequency[a]! - frequency[b]! || a - b,
    )
    const rank = new Int32Array(this.known)
    rarest.forEach((member, i) => {
      rank[member] = i
    })
    const end = this.start[this.count]!
    for (let i = 0; i < end; i++) members[i] = rank[members[i]!]!
    for (let set = 0; set < this.count; set++) members.subarray(this.start[set]!, this.start[set + 1]!).sort()
    this.frequency = Int32Array.from(rarest, (member) => frequency[member]!)
    for (let set = 0; set < this.count; set++) {
      this.low[set] = 0
      this.high[set] = 0
      for (let i = this.start[set]!; i < this.start[set + 1]!; i++) {
        this.low[set]! |= 1 << (members[i]! & 31)
        this.high[set]! |= 1 << ((members[i]! >>> 5) & 31)
      }
    }
  }
}
