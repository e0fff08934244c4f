import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { afterEach, describe, expect, test } from 'vitest'
import { oprfClient } from './client.js'
import { type OprfServerOptions, oprfServer } from './server.js'
import { blind, evaluate, finalise, keysOfEpoch } from './suite.js'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytes = (digits: string) => new Uint8Array(Buffer.from(digits, 'hex'))
const text = (value: string) => new TextEncoder().encode(value)
const KEY = Uint8Array.from({ length: 32 }, (_, i) => i + 1)

describe('[RFC9497] appendix A.1.2, ristretto255-SHA512, verifiable', () => {
  const secretKey = bytes('e6f73f344b79b379f1a0dd37e07ff62e38d9f71345ce62ae3a9bc60b04ccd909')
  const publicKey = bytes('c803e2cc6b05fc15064549b5920659ca4a77b2cca6f04f6b357009335476ad4e')
  const output =
    'b58cfbe118e0cb94d79b5fd6a6dafb98764dff49c14e1770b566e42402da1a7da4d8527693914139caee5bd03903af43a491351d23b430948dd50cde10d32b3c'

  test('keys derive as stated', () => {
    const derived = ristretto255_oprf.voprf.deriveKeyPair(new Uint8Array(32).fill(0xa3), text('test key'))
    expect(hex(derived.secretKey)).toBe(hex(secretKey))
    expect(hex(derived.publicKey)).toBe(hex(publicKey))
  })

  test('test vector 1: the output is the stated one, whatever the blinding', () => {
    const item = blind(Uint8Array.of(0))
    const evaluation = evaluate({ secretKey, publicKey }, [item.blinded])
    expect(hex(finalise([item], evaluation, publicKey)[0]!)).toBe(output)
    expect(hex(blind(Uint8Array.of(0)).blinded)).not.toBe(hex(item.blinded))
  })

  test('an answer under another key is not taken', () => {
    const item = blind(text('query'))
    const other = keysOfEpoch(KEY, 'all')
    expect(() => finalise([item], evaluate(other, [item.blinded]), publicKey)).toThrow()
  })
})

describe('server and client', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })
  const start = async (more: Partial<OprfServerOptions> = {}) => {
    const made = oprfServer({ key: KEY, rotation: 'none', also: [], rate: 1000, ...more })
    server = made
    await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(made.address() as AddressInfo).port}`
  }

  test('the same query gives the same output, another epoch another one', async () => {
    const ask = oprfClient({ server: await start({ rotation: 'month', also: ['2006-03', '2006-04'] }) })
    const [one, again] = [await ask([text('a'), text('b')], '2006-03'), await ask([text('b')], '2006-03')]
    expect(hex(one[1]!)).toBe(hex(again[0]!))
    expect(hex(one[0]!)).not.toBe(hex(one[1]!))
    const [other] = await ask([text('b')], '2006-04')
    expect(hex(other!)).not.toBe(hex(again[0]!))
    await expect(ask([text('b')], '2006-05')).rejects.toMatchObject({ code: 'refused' })
  })

  test('serves the epoch of today', async () => {
    const ask = oprfClient({ server: await start({ rotation: 'day', now: () => Date.parse('2024-02-29T12:00:00Z') }) })
    expect(await ask([text('a')], '2024-02-29')).toHaveLength(1)
    await expect(ask([text('a')], '2024-02-28')).rejects.toMatchObject({ code: 'refused' })
  })

  test('limits what a client may ask, and lets it come back later', async () => {
    let now = 0
    const url = await start({ rate: 10, now: () => now })
    const ask = oprfClient({ server: url, patience: 0 })
    expect(await ask(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(text), 'all')).toHaveLength(8)
    await expect(ask(['i', 'j', 'k'].map(text), 'all')).rejects.toThrow(/limits how much/)
    now = 3_600_000
    expect(await ask(['i', 'j', 'k'].map(text), 'all')).toHaveLength(3)
  })

  test('what makes no sense is refused in plain words', async () => {
    const url = await start()
    const post = (body: Uint8Array) =>
      fetch(`${url}/evaluate?epoch=all`, { method: 'POST', body: new Uint8Array(body) })
    expect((await post(new Uint8Array(31))).status).toBe(400)
    expect((await post(new Uint8Array(32).fill(255))).status).toBe(400) // no point of the group
    expect((await post(new Uint8Array(32 * 2000))).status).toBe(400)
    expect((await fetch(`${url}/other?epoch=all`)).status).toBe(404)
    const nobody = oprfClient({ server: 'http://127.0.0.1:9' })
    await expect(nobody([text('a')], 'all')).rejects.toThrow(/does not answer/)
  })
})
