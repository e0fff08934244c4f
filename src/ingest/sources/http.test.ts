import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { read } from '../../../test/support/read.js'
import { giveParts, serve } from '../../../test/support/web-server.js'

const LOG = Buffer.from(`user,query\n${Array.from({ length: 300 }, (_, i) => `u${i % 7},query ${i % 11}\n`).join('')}`)

const refusal = (url: string) =>
  read([url]).then(
    () => '',
    (error: Error & { next?: string }) => `${error.message}\n${error.next}`,
  )

describe('a file of a server', () => {
  test('is read in parts, or whole from a server that gives none', async () => {
    const asked: (string | undefined)[] = []
    const parts = await serve((request, response) => {
      asked.push(request.headers.range)
      giveParts(request, response, LOG, '"a"')
    })
    expect((await read([`${parts}/log.csv`])).rows).toHaveLength(300)
    expect(asked).toEqual(['bytes=0-33554431'])
    const whole = await serve((_, response) => void response.end(LOG))
    expect((await read([`${whole}/log.csv`])).rows).toHaveLength(300)
  })

  test('may be packed, and is what its digest is of', async () => {
    const url = await serve((request, response) => giveParts(request, response, gzipSync(LOG), '"a"'))
    const { rows, source } = await read([`${url}/log.csv.gz?sig=zebra-kiwi`])
    expect(rows).toHaveLength(300)
    expect(source.paths).toEqual([`${url}/log.csv.gz`])
    expect(await source.digests()).toMatchObject([{ bytes: gzipSync(LOG).length }])
  })

  test('is asked for with the name and password of its address', async () => {
    const url = await serve((request, response) => {
      const user = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString()
      if (user === 'me:zebra@kiwi') giveParts(request, response, LOG, '"a"')
      else response.writeHead(401).end()
    })
    expect((await read([url.replace('//', '//me:zebra%40kiwi@')])).rows).toHaveLength(300)
    expect(await refusal(url.replace('//', '//me:zebra-kiwi@'))).toBe(
      `${url}/ may not be read (401)\nCheck the rights, and whether a signed address has run out.`,
    )
  })

  test.each([
    [404, /^there is no http:.*\/log\.csv\nCheck the address\.$/],
    [403, /\/log\.csv may not be read \(403\)\nCheck the rights/],
    [418, /\/log\.csv cannot be read: the server answers 418\n/],
  ])('a server that answers %s', async (status, message) => {
    const url = await serve((_, response) => void response.writeHead(status).end('zebra-kiwi'))
    const told = await refusal(`${url}/log.csv?sig=zebra-kiwi`)
    expect(told).toMatch(message)
    expect(told).not.toContain('zebra-kiwi')
  })

  test('an empty file is empty', async () => {
    const url = await serve((request, response) => giveParts(request, response, Buffer.alloc(0), '"a"'))
    expect(await refusal(`${url}/log.csv`)).toMatch(/log\.csv is empty/)
  })

  test('a page that asks for a password is no log', async () => {
    const url = await serve((_, response) => void response.end('<!doctype html>\n<html><body>Sign in, please'))
    expect(await refusal(url)).toMatch(/looks like a page of HTML\nAsk for the log itself/)
  })

  test('a server that goes away midway', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 1e6 }).write(LOG)
      setTimeout(() => response.destroy(), 20)
    })
    expect(await refusal(`${url}/log.csv`)).toMatch(/log\.csv went away while it was read\nNothing was made of it/)
  })

  test('a host that nobody knows, a port where nobody is', async () => {
    expect(await refusal('http://nobody.invalid/log.csv')).toMatch(
      /^the host of http:\/\/nobody\.invalid\/log\.csv is not known/,
    )
    expect(await refusal('http://127.0.0.1:9/log.csv')).toMatch(
      /9\/log\.csv cannot be asked for\nCheck host and port\.$/,
    )
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as AddressInfo
    gone.close()
    await once(gone, 'close')
    expect(await refusal(`http://127.0.0.1:${port}/log.csv`)).toMatch(/^nobody answers at http:.*\/log\.csv\n/)
  })

  test('the same address twice is refused', async () => {
    expect(await refusal('http://127.0.0.1/a')).toBeTruthy()
    await expect(read(['http://127.0.0.1/a?x=1', 'http://127.0.0.1/a?x=1'])).rejects.toThrow(
      '127.0.0.1/a is named twice',
    )
  })
})
