/** The same block of numbers, or a larger one with the same contents. */
export function grown<T extends Uint16Array | Int32Array | Float64Array>(array: T, needed: number): T {
  if (needed <= array.length) return array
  const larger = new (array.constructor as new (n: number) => T)(Math.max(needed, array.length * 2))
  larger.set(array)
  return larger
}

/** An empty table of slots: the old one where it is no larger than what the last history needed. */
export function emptied(slots: Int32Array<ArrayBuffer>, used: number, least: number): Int32Array<ArrayBuffer> {
  if (slots.length > 16 * least && used * 16 < slots.length) return new Int32Array(least)
  slots.fill(0)
  return slots
}

export const FNV = 0x01000193
