import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blind, evaluate, finalise, keysOfEpoch } from '../../src/shares/oblivious/suite.js'
import type { ShareScheme } from '../../src/shares/scheme.js'
import { rowEncoder } from '../../src/shares/seal/row-encoder.js'
import { openIndependently } from '../support/open-independently.js'

interface Vector {
  readonly scheme: ShareScheme
  readonly t: number
  readonly n: number
  readonly key: string
  readonly serverKey?: string
  readonly seeds?: Readonly<Record<string, string>>
  readonly rows: readonly (readonly [user: string, query: string])[]
  readonly output: readonly (readonly [string, string, string, string])[]
}

const path = join(import.meta.dirname, '..', 'vectors', 'shares.json')
const { vectors } = JSON.parse(readFileSync(path, 'utf8')) as { readonly vectors: readonly Vector[] }
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))

describe.each(vectors)('vectors of the scheme $scheme', ({ scheme, t, n, key, serverKey, seeds, rows, output }) => {
  test('rows become what they became', () => {
    const encoder = rowEncoder(
      {
        sharing: { scheme, t, n },
        key: bytes(key),
        rotation: 'none',
        shape: { user: 0, query: 1, time: undefined, width: 2 },
        shows: { pseudonym: false, share: true, text: true, time: 'none' },
      },
      {
        normalise: (query) => query.slice(),
        readTime: () => undefined,
        seed: (query) => bytes(seeds![Buffer.from(query).toString('utf8')]!),
      },
    )
    const lines = Buffer.from(rows.map((row) => `${row.join('\t')}\n`).join(''))
    const made = Buffer.from(encoder.encode(lines, () => {})).toString('latin1')
    expect(made).toBe(output.map((row) => `${row.join('\t')}\n`).join(''))
  })

  test('a reader that is not ours opens what t persons asked, and nothing else', async () => {
    const points = (query: string) => new Set(output.filter((_, i) => rows[i]?.[1] === query).map(([, x]) => x)).size
    const ripe = [...new Set(rows.map(([, query]) => query))].filter((query) => points(query) >= t)
    expect(await openIndependently(output, scheme, t)).toEqual(new Set(ripe))
    expect(ripe).toContain('weather')
    expect(ripe).not.toContain('asked by two')
  })

  if (serverKey !== undefined)
    test('the oblivious function gives these seeds, whatever the blinding', () => {
      const keys = keysOfEpoch(bytes(serverKey), 'all')
      const items = Object.keys(seeds ?? {}).map((query) => blind(new TextEncoder().encode(query)))
      const outputs = finalise(
        items,
        evaluate(
          keys,
          items.map(({ blinded }) => blinded),
        ),
        keys.publicKey,
      )
      expect(outputs.map((output) => Buffer.from(output).toString('hex'))).toEqual(Object.values(seeds ?? {}))
    })
})
