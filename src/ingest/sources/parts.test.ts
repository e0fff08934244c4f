import { describe, expect, test } from 'vitest'
import { inParts, type OpenPart } from './parts.js'

const CONTENT = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251))
const of = { size: CONTENT.length, mark: 'a' }

async function all(open: OpenPart): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of inParts(open, 'it', undefined, { partBytes: 300, pauses: [1, 1] })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* chunks(from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at <= to; at += 70) yield CONTENT.subarray(at, Math.min(at + 70, to + 1))
}

describe('a file that comes in parts', () => {
  test('comes whole', async () => {
    const asked: number[][] = []
    const open: OpenPart = async (from, to) => {
      asked.push([from, to])
      return { body: chunks(from, Math.min(to, 999)), of }
    }
    expect(await all(open)).toEqual(CONTENT)
    expect(asked).toEqual([
      [0, 299],
      [300, 599],
      [600, 899],
      [900, 999],
    ])
  })

  test('what is lost on the way is asked for again, from where it broke off', async () => {
    let broken = 0
    const open: OpenPart = async (from, to) => ({
      of,
      body: (async function* () {
        for await (const chunk of chunks(from, Math.min(to, 999))) {
          yield chunk
          if (++broken % 3 === 0) throw new Error('lost')
        }
      })(),
    })
    expect(await all(open)).toEqual(CONTENT)
  })

  test.each([
    ['another mark', { size: 1000, mark: 'b' }],
    ['another size', { size: 1001, mark: 'a' }],
  ])('%s halfway: it changed', async (_, other) => {
    const open: OpenPart = async (from, to) => ({ body: chunks(from, Math.min(to, 999)), of: from === 0 ? of : other })
    await expect(all(open)).rejects.toThrow('it changed while it was read')
  })

  test('a part of more bytes than it may have: it changed', async () => {
    await expect(all(async (from, to) => ({ body: chunks(from, to + 70), of }))).rejects.toThrow('it changed')
  })

  test('who never answers went away', async () => {
    let tries = 0
    const open: OpenPart = async () => {
      tries += 1
      throw new Error('zebra-kiwi')
    }
    await expect(all(open)).rejects.toThrow(/^it went away while it was read$/)
    expect(tries).toBe(3)
  })
})
