/** The only source of chance. `secure` for releases; `seeded` for experiments, which stamp what they make. */
export interface Random {
  readonly kind: 'secure' | 'seeded'
  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number
  /** A whole number from 0 to n - 1, each equally likely; n at most 2^32. */
  below(n: number): number
  /** A number in [0, 1) with 53 random bits. For simulation, never for the noise of a private release. */
  unit(): number
  bytes(length: number): Uint8Array
}

/** The derived draws, over one primitive. */
export function randomFrom(kind: Random['kind'], uint32: () => number, bytes: (n: number) => Uint8Array): Random {
  return {
    kind,
    uint32,
    bytes,
    below(n) {
      if (!(Number.isInteger(n) && n >= 1 && n <= 2 ** 32))
        throw new RangeError('below: n must be a whole number from 1 to 2^32')
      const limit = 2 ** 32 - (2 ** 32 % n) // reject the incomplete last block, so that no value is favoured
      let draw = uint32()
      while (draw >= limit) draw = uint32()
      return draw % n
    },
    unit: () => (uint32() * 2 ** 21 + (uint32() >>> 11)) * 2 ** -53,
  }
}
