import { createBLAKE3 } from 'hash-wasm'

// A reader of shared queries that has nothing in common with ours but the definition: big integers, Lagrange, and another
// author's BLAKE3. Rows are [tag, x, y, text] in hexadecimal.

const P = 2n ** 128n - 159n

type SharedRow = readonly [tag: string, x: string, y: string, text: string]

const mod = (a: bigint) => ((a % P) + P) % P

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, mod(base)]
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

/** f(0) of the polynomial through the shares [Adar07] §5.2: Lagrange interpolation. */
function lagrange(shares: readonly (readonly [bigint, bigint])[]): bigint {
  return shares.reduce((sum, [xi, yi], i) => {
    const [top, bottom] = shares.reduce(
      ([a, b], [xj], j) => (i === j ? [a, b] : [mod(a * -xj), mod(b * (xi - xj))]),
      [1n, 1n],
    )
    return mod(sum + yi * top * power(bottom, P - 2n))
  }, 0n)
}

async function blake3(key: Uint8Array, message: Uint8Array | string, bytes: number): Promise<Uint8Array> {
  return (await createBLAKE3(bytes * 8, key)).init().update(message).digest('binary')
}

/** All queries that the rows reveal. */
export async function openIndependently(rows: readonly SharedRow[], scheme: string, t: number): Promise<Set<string>> {
  const byTag = new Map<string, { shares: Map<bigint, bigint>; text: string }>()
  for (const [tag, x, y, text] of rows) {
    const group = byTag.get(tag) ?? { shares: new Map(), text }
    group.shares.set(BigInt(`0x${x}`), BigInt(`0x${y}`))
    byTag.set(tag, group)
  }
  const open = new Set<string>()
  for (const [tag, { shares, text }] of byTag) {
    if (shares.size < t) continue
    const some = [...shares].slice(-t)
    const secret = scheme === 'unanimous' ? mod(some.reduce((sum, [, y]) => sum + y, 0n)) : lagrange(some)
    const key = new Uint8Array(32)
    for (let i = 0; i < 16; i++) key[i] = Number((secret >> BigInt(8 * i)) & 255n)
    const cipher = Buffer.from(text, 'hex')
    const stream = await blake3(key, 'lethe shares text 1', cipher.length)
    const padded = cipher.map((byte, i) => byte ^ stream[i]!)
    if (Buffer.from(await blake3(key, padded, 16)).toString('hex') !== tag) throw new Error('not authentic')
    open.add(Buffer.from(padded.subarray(0, padded.lastIndexOf(0x80))).toString('utf8'))
  }
  return open
}
