import { P } from '../scheme.js'

export interface Share {
  readonly x: bigint
  readonly y: bigint
}

/** A secret and the shares that do not lie on its polynomial. */
export interface Decoded {
  readonly secret: bigint
  readonly wrong: readonly Share[]
}

type Polynomial = readonly bigint[] // the coefficient of x^0 first, no zeros at the end

const TRIES = 300
const MOST_AT_ONCE = 1200

/**
 * Decodes around wrong shares: of n distinct shares up to floor((n - t) / 2) may be wrong, and the polynomial is still the
 * only one [Gao03]. Most often few are, so that t shares taken by chance are good; where that fails the algorithm of Gao finds
 * the polynomial whatever is wrong.
 */
export function decodeAround(
  shares: readonly Share[],
  t: number,
  draw: (below: number) => number,
): Decoded | undefined {
  const valid = shares.filter(({ x, y }) => x > 0n && x < P && y < P)
  const most = Math.floor((shares.length - t) / 2)
  if (valid.length < t || most < 0) return undefined
  const judge = (f: Polynomial | undefined): Decoded | undefined => {
    if (f === undefined || f.length > t) return undefined
    const wrong = shares.filter(({ x, y }) => evaluate(f, x) !== y)
    return wrong.length <= most ? { secret: f[0] ?? 0n, wrong } : undefined
  }
  // Where shares of one point disagree, at least all but one are wrong: without them the rest decodes as well as before.
  const points = new Map<bigint, number>()
  for (const { x } of valid) points.set(x, (points.get(x) ?? 0) + 1)
  const plain = valid.filter(({ x }) => points.get(x) === 1)
  if (plain.length < t) return undefined
  for (let i = 0; i < TRIES; i++) {
    const found = judge(interpolate(sample(plain, t, draw)))
    if (found) return found
  }
  const some = plain.length > MOST_AT_ONCE ? sample(plain, MOST_AT_ONCE, draw) : plain
  return judge(gao(some, t))
}

/** [Gao03]: the Euclidean algorithm on the polynomial with all points as roots and the one through all shares. */
function gao(shares: readonly Share[], t: number): Polynomial | undefined {
  let a: Polynomial = [1n]
  for (const { x } of shares) a = multiply(a, [mod(-x), 1n])
  let b = interpolate(shares)
  let [u, v]: [Polynomial, Polynomial] = [[], [1n]]
  while (2 * (b.length - 1) >= shares.length + t) {
    const { quotient, rest } = divide(a, b)
    ;[a, b] = [b, rest]
    ;[u, v] = [v, subtract(u, multiply(quotient, v))]
  }
  if (v.length === 0) return undefined
  const { quotient, rest } = divide(b, v)
  return rest.length === 0 ? quotient : undefined
}

/** The polynomial through all shares, by Newton's divided differences. */
export function interpolate(shares: readonly Share[]): Polynomial {
  const c = shares.map(({ y }) => y)
  for (let k = 1; k < c.length; k++) {
    for (let j = c.length - 1; j >= k; j--) {
      const dx = mod(shares[j]!.x - shares[j - k]!.x)
      c[j] = mod((c[j]! - c[j - 1]!) * inverse(dx))
    }
  }
  let f: Polynomial = []
  for (let i = c.length - 1; i >= 0; i--) f = subtract(multiply(f, [mod(-shares[i]!.x), 1n]), [mod(-c[i]!)])
  return f
}

function evaluate(f: Polynomial, x: bigint): bigint {
  return f.reduceRight((y, c) => (y * x + c) % P, 0n)
}

function multiply(a: Polynomial, b: Polynomial): Polynomial {
  if (a.length === 0 || b.length === 0) return []
  const out = new Array<bigint>(a.length + b.length - 1).fill(0n)
  for (const [i, x] of a.entries()) for (const [j, y] of b.entries()) out[i + j] = (out[i + j]! + x * y) % P
  return out
}

function subtract(a: Polynomial, b: Polynomial): Polynomial {
  return trim(Array.from({ length: Math.max(a.length, b.length) }, (_, i) => mod((a[i] ?? 0n) - (b[i] ?? 0n))))
}

function divide(a: Polynomial, b: Polynomial): { readonly quotient: Polynomial; readonly rest: Polynomial } {
  const rest = [...a]
  const lead = inverse(b.at(-1)!)
  const quotient = new Array<bigint>(Math.max(0, a.length - b.length + 1)).fill(0n)
  for (let i = quotient.length - 1; i >= 0; i--) {
    const factor = mod(rest[i + b.length - 1]! * lead)
    quotient[i] = factor
    if (factor !== 0n) for (const [j, c] of b.entries()) rest[i + j] = mod(rest[i + j]! - factor * c)
  }
  return { quotient: trim(quotient), rest: trim(rest) }
}

function trim(f: bigint[]): Polynomial {
  while (f.length > 0 && f.at(-1) === 0n) f.pop()
  return f
}

function mod(a: bigint): bigint {
  const r = a % P
  return r < 0n ? r + P : r
}

function inverse(a: bigint): bigint {
  let [r, s, x, y] = [P, a, 0n, 1n]
  while (s !== 0n) {
    const q = r / s
    ;[r, s] = [s, r - q * s]
    ;[x, y] = [y, x - q * y]
  }
  return mod(x)
}

/** So many of the shares, by chance. */
function sample(shares: readonly Share[], size: number, draw: (below: number) => number): Share[] {
  const rest = [...shares]
  for (let i = 0; i < size; i++) {
    const j = i + draw(rest.length - i)
    ;[rest[i], rest[j]] = [rest[j]!, rest[i]!]
  }
  return rest.slice(0, size)
}
