/** The same numbers, with room for twice as many or for `least`. */
export function wider<T extends Uint32Array | Int32Array | Float64Array>(numbers: T, least = 0): T {
  const more = new (numbers.constructor as new (length: number) => T)(Math.max(2 * numbers.length, least))
  more.set(numbers)
  return more
}

/** A list of whole numbers that grows. A class, since lists are pushed to in hot loops, and all of them are then of one kind to the compiler. */
export class Numbers {
  length = 0
  private block = new Uint32Array(1 << 12)

  push(number: number): void {
    if (this.length === this.block.length) this.block = wider(this.block)
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
