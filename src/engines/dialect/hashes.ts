const BLOCK = 64

/**
 * HMAC-SHA-256 of a text as SQL (RFC 2104), cut to 128 bits, in hexadecimal. The key stands in the statement, so statements
 * that use it must never be shown.
 */
export function hmacSql(key: Uint8Array, value: string): string {
  if (key.length !== 32) throw new RangeError('a key has 32 bytes')
  const pad = (byte: number) =>
    Buffer.from(Array.from({ length: BLOCK }, (_, i) => (key[i] ?? 0) ^ byte)).toString('hex')
  return `left(sha256(unhex('${pad(0x5c)}') || unhex(sha256(unhex('${pad(0x36)}') || encode(${value})))), 32)`
}

/** Hexadecimal digits of a text as an unsigned number: `digits` of them, 16 at most, from place `from` (0 is the first). */
export function digitsSql(hex: string, from: number, digits: number): string {
  return `('0x' || substr(${hex}, ${from + 1}, ${digits}))::${digits > 8 ? 'UBIGINT' : 'UINTEGER'}`
}

/**
 * A number of 32 bits from one of 32: ((a x + b) mod 2^64) >> 32 by halves [Dietzfelbinger96]. The halves of a and b, and x, are numbers of 64 bits
 * without a sign that are below 2^32, so that nothing passes 2^64 - 1 before the end.
 */
export function universalHash(
  a: readonly [high: string, low: string],
  b: readonly [high: string, low: string],
  x: string,
): string {
  return `((${a[0]} * ${x} + ((${a[1]} * ${x} + ${b[1]}) >> 32) + ${b[0]}) & 4294967295)::UINTEGER`
}

/** Two numbers below 2^32 as one, by which they sort one after the other. */
export function twoInOne(high: string, low: string): string {
  return `(((${high})::UBIGINT << 32) | ${low})`
}

/** A number that depends on values and on nothing else, the same for as long as the engine is open. Not for choices that anybody is to make again. */
export function hashOf(values: readonly string[]): string {
  return `hash(${values.join(', ')})`
}

/** Hexadecimal digits as bytes; null where they are none. */
export function fromHex(digits: string): string {
  return `TRY(unhex(${digits}))`
}
