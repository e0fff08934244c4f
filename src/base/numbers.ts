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

/** Where each code below `size` begins if codes are put in order; and, behind the last, where they end. */
export function startsOf(codes: Uint32Array, size: number): Uint32Array {
  const starts = new Uint32Array(size + 1)
  for (let i = 0; i < codes.length; i++) starts[codes[i]! + 1]!++
  for (let code = 0; code < size; code++) starts[code + 1]! += starts[code]!
  return starts
}

/** The places at which each code below `size` stands, rising: those of a code from starts[code] to starts[code + 1]. */
export function placesOf(
  codes: Uint32Array,
  size: number,
): { readonly starts: Uint32Array; readonly places: Uint32Array } {
  const starts = startsOf(codes, size)
  const next = starts.slice()
  const places = new Uint32Array(codes.length)
  for (let i = 0; i < codes.length; i++) places[next[codes[i]!]!++] = i
  return { starts, places }
}
