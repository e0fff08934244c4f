import { form, plain } from './form.js'

/**
 * HMAC-SHA-256 of a text as SQL (RFC 2104), cut to 128 bits, in hexadecimal. The key may stand in the statement, so statements
 * that use it must never be shown.
 */
export function hmacSql(key: Uint8Array, value: string): string {
  if (key.length !== 32) throw new RangeError('a key has 32 bytes')
  return form('hmac', plain(Buffer.from(key).toString('hex')), value)
}

/** SHA-256 of a text in hexadecimal. */
export function sha256Sql(value: string): string {
  return form('sha256', value)
}

/** Hexadecimal digits of a text as an unsigned number: `digits` of them, 16 at most, from place `from` (0 is the first). */
export function digitsSql(hex: string, from: number, digits: number): string {
  return form('digits', hex, plain(from), plain(digits))
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
  return form('universalHash', ...a, ...b, x)
}

/** Two numbers below 2^32 as one, by which they sort one after the other. */
export function twoInOne(high: string, low: string): string {
  return form('twoInOne', high, low)
}

/** A number that depends on values and on nothing else, the same for as long as the engine is open. Not for choices that anybody is to make again. */
export function hashOf(values: readonly string[]): string {
  return form('hashOf', ...values)
}

/** Hexadecimal digits as bytes; null where they are none. */
export function fromHex(digits: string): string {
  return form('fromHex', digits)
}
