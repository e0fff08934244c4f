/** A list of whole numbers that grows. */
export class Numbers {
  length = 0
  private block = new Uint32Array(1 << 12)

  push(number: number): void {
    if (this.length === this.block.length) {
      const larger = new Uint32Array(this.block.length * 2)
      larger.set(this.block)
      this.block = larger
    }
    this.block[this.length++] = number
  }

  /** Adds one to the last. */
  increase(): void {
    this.block[this.length - 1]!++
  }

  array(): Uint32Array {
    return this.block.subarray(0, this.length)
  }
}
