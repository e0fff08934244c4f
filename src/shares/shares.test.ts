import fc from 'fast-check'
import { createBLAKE3 } from 'hash-wasm'
import { beforeAll, describe, expect, test } from 'vitest'
import { epochOf, parseRotation } from './epochs.js'
import { epochKey, keyedHash, sharesKey } from './keys.js'
import { opener } from './open/opener.js'
import { decodeAround, interpolate, type Share } from './open/robust.js'
import { sums } from './open/unanimous.js'
import { P, type ShareScheme } from './scheme.js'
import { type RowEncoderOptions, rowEncoder } from './seal/row-encoder.js'

const KEY = Uint8Array.from({ length: 32 }, (_, i) => (i * 37 + 5) % 256)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** hash-wasm, by another author in another language: the outside word on every hash here. */
let blake3: (key: Uint8Array, message: Uint8Array | string, bytes: number) => Promise<Uint8Array>
beforeAll(() => {
  blake3 = async (key, message, bytes) => (await createBLAKE3(bytes * 8, key)).init().update(message).digest('binary')
})

interface Row {
  readonly user: string
  readonly query: string
}

const HELP = { normalise: (bytes: Uint8Array) => bytes, readTime: (text: string) => text }

function encode(rows: readonly Row[], more: Partial<RowEncoderOptions['sharing']> = {}): string[][] {
  const encoder = rowEncoder(
    {
      sharing: { scheme: 'field', t: 3, n: 10, ...more },
      key: KEY,
      rotation: 'none',
      shape: { user: 0, query: 1, time: undefined, width: 2 },
      shows: { pseudonym: false, share: true, text: true, time: 'none' },
      cache: 1 << 14,
    },
    HELP,
  )
  let out = ''
  const take = (bytes: Uint8Array) => {
    out += Buffer.from(bytes).toString('latin1')
  }
  take(encoder.encode(Buffer.from(rows.map(({ user, query }) => `${user}\t${query}\n`).join('')), take))
  return out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
}

const le = (bytes: Uint8Array) => bytes.reduceRight((n, byte) => (n << 8n) | BigInt(byte), 0n)
const be = (digits: string) => BigInt(`0x${digits}`)

describe('keyed BLAKE3', () => {
  test.each([0, 1, 63, 64, 65, 1023, 1024, 1025, 2048, 2049, 5000, 40_000])('%i bytes', async (length) => {
    const message = Uint8Array.from({ length }, (_, i) => i % 251)
    expect(hex(keyedHash(KEY, message))).toBe(hex(await blake3(KEY, message, 32)))
  })
})

/** The definition, in big integers: slow, plain, and made of nothing that the kernel uses. */
async function byDefinition({ user, query }: Row, scheme: ShareScheme, t: number, n: number): Promise<string[]> {
  const key = await blake3(
    await blake3(KEY, 'lethe epoch 1\nall', 32),
    `lethe shares 1\n${scheme}\n${t}\n${scheme === 'shamir' ? n : 0}`,
    32,
  )
  const expanded = await blake3(key, query, 32 * (t + 1))
  const a = Array.from({ length: t }, (_, i) => le(expanded.subarray(32 * (i + 1), 32 * (i + 2))) % P)
  const point = await blake3(expanded.subarray(0, 32), user, 16)
  const small = BigInt(scheme === 'shamir' ? n : t)
  const x = scheme === 'field' ? le(point) % P : 1n + (le(point.subarray(0, 8)) % small)
  const rest = a.slice(1).reduce((left, share) => (left - share + P) % P, a[0]!)
  const y = scheme === 'unanimous' ? (x === small ? rest : a[Number(x)]) : a.reduceRight((f, c) => (f * x + c) % P, 0n)
  const secret = new Uint8Array(32)
  for (let i = 0; i < 16; i++) secret[i] = Number((a[0]! >> BigInt(8 * i)) & 255n)
  const text = Buffer.from(query)
  let size = 32
  while (size <= text.length) size *= 4
  const padded = Buffer.concat([text, Buffer.from([0x80]), Buffer.alloc(size - text.length - 1)])
  const stream = await blake3(secret, 'lethe shares text 1', size)
  const number = (v: bigint) => v.toString(16).padStart(32, '0')
  return [hex(await blake3(secret, padded, 16)), number(x), number(y!), hex(padded.map((byte, i) => byte ^ stream[i]!))]
}

describe('[Adar07] §5.2: shares are what their definition says', () => {
  const rows = [
    { user: '1', query: 'weather' },
    { user: 'someone with a name of more than sixteen letters', query: 'x'.repeat(31) },
    { user: 'u'.repeat(64), query: 'x'.repeat(32) },
    { user: 'u'.repeat(65), query: 'y'.repeat(64) },
    { user: 'u'.repeat(3000), query: 'z'.repeat(65) },
    { user: 'ü', query: 'größe' },
    { user: '2', query: 'q'.repeat(127) },
    { user: '3', query: 'q'.repeat(128) },
    { user: '3', query: 'q'.repeat(5000) },
    { user: '3', query: 'weather' },
  ]
  test.each(['field', 'shamir', 'unanimous'] as const)('%s', async (scheme) => {
    for (const t of [2, 3, 5, 16, 40]) {
      const ours = encode(rows, { scheme, t, n: 10 })
      for (const [i, row] of rows.entries()) expect(ours[i]).toEqual(await byDefinition(row, scheme, t, 10))
    }
  })

  test('the order and number of rows does not matter', () => {
    const many = Array.from({ length: 700 }, (_, i) => ({ user: String(i % 90), query: `query ${(i * i) % 130}` }))
    const all = encode(many)
    for (const i of [0, 1, 2, 3, 130, 131, 400, 698, 699]) expect(encode([many[i]!])[0]).toEqual(all[i])
  })
})

function opened(rows: readonly string[][], t: number): ReturnType<ReturnType<typeof opener>['outcome']> {
  const open = opener(t)
  open.begin(Uint32Array.of(rows.length), new Uint8Array(16))
  const words = (digits: string) => Buffer.from(digits, 'hex').reverse()
  open.take(
    new Uint8Array(4 * rows.length),
    Buffer.concat(rows.map((row) => words(row[1]!))),
    Buffer.concat(rows.map((row) => words(row[2]!))),
  )
  open.solve()
  return open.outcome(0)
}

describe('opening', () => {
  const persons = (n: number, query: string) => Array.from({ length: n }, (_, i) => ({ user: `p${i}`, query }))

  test('any t persons open a query, and all further shares agree', () => {
    for (const t of [2, 3, 5, 20]) {
      const rows = encode(persons(t + 7, 'open me'), { t })
      const { secret, agreeing } = opened(rows, t)
      expect(agreeing).toBe(t + 7)
      expect(opened(rows.slice(7), t).secret).toBe(secret)
      const tag = Buffer.from(rows[0]![0]!, 'hex')
      const text = Buffer.from(rows[0]![3]!, 'hex')
      expect(opener(t).openText(secret, tag, text)).toBe('open me')
    }
  })

  test('t - 1 persons do not, however often they repeat', () => {
    for (const t of [2, 3, 5]) {
      const few = [...persons(t - 1, 'closed'), ...persons(t - 1, 'closed'), ...persons(t - 1, 'closed')]
      expect(opened(encode(few, { t }), t).agreeing).toBe(0)
      const shares = encode(few, { t, scheme: 'unanimous' }).map((row) => ({ x: be(row[1]!), y: be(row[2]!) }))
      expect(sums(shares, t)).toEqual([])
    }
  })

  test('unanimous: the sum over all buckets is the secret of all', () => {
    const rows = encode(persons(60, 'together'), { t: 4, scheme: 'unanimous' })
    const shares = [...new Map(rows.map((row) => [row[1], { x: be(row[1]!), y: be(row[2]!) }])).values()]
    expect(shares.length).toBe(4)
    const [sum] = sums(shares, 4)
    const [tag, , , text] = rows[0]!.map((digits) => Buffer.from(digits, 'hex')) as [Buffer, Buffer, Buffer, Buffer]
    expect(opener(4).openText(sum?.secret as bigint, tag, text)).toBe('together')
  })

  test('a changed bit in tag, secret or text opens nothing', () => {
    const rows = encode(persons(3, 'bits'))
    const { secret } = opened(rows, 3)
    const [tag, , , text] = rows[0]!.map((digits) => Buffer.from(digits, 'hex')) as [Buffer, Buffer, Buffer, Buffer]
    const { openText } = opener(3)
    expect(openText(secret, tag, text)).toBe('bits')
    for (let bit = 0; bit < 128; bit++) {
      const flipped = Buffer.from(tag)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      expect(openText(secret, flipped, text)).toBeUndefined()
      expect(openText(secret ^ (1n << BigInt(bit)), tag, text)).toBeUndefined()
    }
    for (let bit = 0; bit < text.length * 8; bit++) {
      const flipped = Buffer.from(text)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      expect(openText(secret, tag, flipped)).toBeUndefined()
    }
    for (const length of [0, 16, 31, 33, 64]) expect(openText(secret, tag, Buffer.alloc(length))).toBeUndefined()
  })
})

describe('wrong shares among good ones', () => {
  const value = fc.bigInt({ min: 0n, max: P - 1n })
  test('up to floor((n - t) / 2) are found out; the polynomial is never another', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 6 }).chain((t) =>
          fc.record({
            t: fc.constant(t),
            f: fc.array(value, { minLength: t, maxLength: t }),
            points: fc.uniqueArray(fc.bigInt({ min: 1n, max: P - 1n }), { minLength: t, maxLength: t + 9 }),
            lies: fc.array(value, { minLength: 12, maxLength: 12 }),
          }),
        ),
        ({ t, f, points, lies }) => {
          const good = points.map((x) => ({ x, y: f.reduceRight((y, c) => (y * x + c) % P, 0n) }))
          const most = Math.floor((points.length - t) / 2)
          const shares: Share[] = good.map((share, i) => (i < most ? { x: share.x, y: lies[i]! } : share))
          const wrong = shares.filter((share, i) => share.y !== good[i]?.y)
          let step = 0
          const found = decodeAround(shares, t, (below) => (step++ * 7919) % below)
          expect(found?.secret).toBe(f[0])
          expect(found?.wrong).toEqual(wrong)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('half of many shares wrong: found by Gao where chance fails; one more and it stays closed', () => {
    const t = 12
    const f = Array.from({ length: t }, (_, i) => BigInt(i * i + 7) ** 9n % P)
    const at = (x: bigint) => f.reduceRight((y, c) => (y * x + c) % P, 0n)
    const shares = (lies: number) =>
      Array.from({ length: 60 }, (_, i) => ({ x: BigInt(i + 1), y: i < lies ? BigInt(i) : at(BigInt(i + 1)) }))
    const first = (below: number) => 0 * below // chance that always takes the first, who lie
    expect(decodeAround(shares(24), t, first)?.secret).toBe(f[0])
    expect(decodeAround(shares(25), t, first)).toBeUndefined()
    expect(interpolate(shares(0)).length).toBe(t)
  })

  test('shares of one point that disagree', () => {
    const line = (x: bigint) => ({ x, y: (5n + 3n * x) % P })
    const shares = [line(1n), { x: 1n, y: 99n }, line(2n), line(3n), line(4n)]
    expect(decodeAround(shares, 2, () => 0)).toEqual({ secret: 5n, wrong: [{ x: 1n, y: 99n }] })
  })
})

describe('keys and epochs', () => {
  test('epochs, thresholds and schemes have nothing in common', () => {
    const keys = ['2006-03', '2006-04'].flatMap((epoch) =>
      [3, 4].flatMap((t) =>
        (['field', 'oblivious'] as const).map((scheme) => hex(sharesKey(epochKey(KEY, epoch), { scheme, t, n: 9 }))),
      ),
    )
    expect(new Set(keys).size).toBe(8)
    const tags = [3, 4].map((t) => encode([{ user: '1', query: 'same' }], { t })[0]?.[0])
    expect(tags[0]).not.toBe(tags[1])
  })

  test('boundaries', () => {
    expect(epochOf('none', '2006-03-01')).toBe('all')
    expect(epochOf('day', '2006-03-01')).toBe('2006-03-01')
    expect(epochOf('month', '2006-03-31')).toBe('2006-03')
    expect(epochOf('year', '2006-12-31')).toBe('2006')
    expect(epochOf('week', '2006-03-01')).toBe('2006-02-27') // a Wednesday; its week began on Monday
    expect(epochOf('week', '2006-03-05')).toBe('2006-02-27')
    expect(epochOf('week', '2006-03-06')).toBe('2006-03-06')
    expect(epochOf('30d', '1970-01-30')).toBe('1970-01-01')
    expect(epochOf('30d', '1970-01-31')).toBe('1970-01-31')
    expect(epochOf('month', undefined)).toBe('undated')
    expect(() => parseRotation('fortnight')).toThrow(/no length of an epoch/)
  })
})
