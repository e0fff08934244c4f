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
