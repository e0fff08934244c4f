/** What the peers' protocol needs of chance; every `Random` has it. */
export interface Chance {
  /** A whole number from 0 to n - 1. */
  below(n: number): number
  /** A number in [0, 1). */
  unit(): number
}

/**
 * Seeded chance for simulations of hundreds of millions of draws: sfc32, 32 bits a draw. `below` favours some values by at
 * most n / 2^32, far below what any simulation can see. Never for a release, never for a real peer.
 */
export class QuickChance implements Chance {
  private a = 0
  private b: number
  private c: number
  private counter = 1

  constructor(seed: number) {
    this.b = seed | 0
    this.c = Math.floor(seed / 2 ** 32) | 0
    for (let i = 0; i < 16; i++) this.next()
  }

  private next(): number {
    const t = (((this.a + this.b) | 0) + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + t) | 0
    return t >>> 0
  }

  below(n: number): number {
    return Math.floor((this.next() * n) / 4294967296)
  }

  unit(): number {
    return this.next() / 4294967296
  }
}
