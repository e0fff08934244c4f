/** The best so many of what was offered: a heap with the worst on top. */
export class Best {
  size = 0
  readonly score: Float64Array
  readonly doc: Int32Array

  constructor(most: number) {
    this.score = new Float64Array(most)
    this.doc = new Int32Array(most)
  }

  clear(): void {
    this.size = 0
  }

  /** What a newcomer must pass; 0 while there is room. */
  get bar(): number {
    return this.size < this.score.length ? 0 : this.score[0]!
  }

  offer(score: number, doc: number): void {
    if (this.size < this.score.length) {
      let at = this.size++
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (!this.worse(score, doc, parent)) break
        this.move(parent, at)
        at = parent
      }
      this.put(at, score, doc)
    } else if (score > this.score[0]! || (score === this.score[0] && doc < this.doc[0]!))
      this.sink(score, doc, this.size)
  }

  /** Takes all out, the best first: results stand in `doc` and `score` from 0 to `size`. */
  sort(): void {
    for (let end = this.size - 1; end > 0; end--) {
      const [score, doc] = [this.score[end]!, this.doc[end]!]
      this.move(0, end)
      const [worstScore, worstDoc] = [this.score[end]!, this.doc[end]!]
      this.sink(score, doc, end)
      this.put(end, worstScore, worstDoc)
    }
  }

  private sink(score: number, doc: number, size: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && this.worse(this.score[child + 1]!, this.doc[child + 1]!, child)) child++
      if (this.worse(score, doc, child)) break
      this.move(child, at)
      at = child
    }
    this.put(at, score, doc)
  }

  private worse(score: number, doc: number, than: number): boolean {
    return score < this.score[than]! || (score === this.score[than] && doc > this.doc[than]!)
  }
  private move(from: number, to: number): void {
    this.put(to, this.score[from]!, this.doc[from]!)
  }
  private put(at: number, score: number, doc: number): void {
    this.score[at] = score
    this.doc[at] = doc
  }
}
