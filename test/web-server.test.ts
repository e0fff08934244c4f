import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from './support/certificate.js'
import { Bench, type Outcome } from './support/lethe.js'
import { giveParts, serve } from './support/web-server.js'

const LARGE = Buffer.from(
  `user,query\n${Array.from({ length: 3_000_000 }, (_, i) => `u${i % 9},query number ${i % 7}\n`).join('')}`,
)

function refused({ temp }: Bench, { status, stdout, stderr }: Outcome): string {
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^lethe: [^\n]+\n([^\n]+\n)?$/)
  expect(stderr).not.toMatch(/fault of Lethe|internal/)
  if (existsSync(temp)) expect(readdirSync(temp)).toEqual([])
  return stderr
}

describe('a file of more than one part', () => {
  test('comes part by part, each on condition that it is still the same', async () => {
    const asked: string[] = []
    const url = await serve((request, response) => {
      asked.push(`${request.headers.range} ${request.headers['if-range']}`)
      giveParts(request, response, LARGE, '"a"')
    })
    expect(await new Bench().json('inspect', `${url}/log.csv`)).toMatchObject({ rows: 3_000_000, badRows: 0, users: 9 })
    expect(asked).toEqual(['bytes=0-33554431 undefined', `bytes=33554432-${LARGE.length - 1} "a"`])
  })

  test('a connection that breaks is taken up where it broke', async () => {
    let broken = 0
    const url = await serve((request, response) => {
      if (broken++ !== 1) return giveParts(request, response, LARGE, '"a"')
      const from = 33_554_432
      const range = `bytes ${from}-${LARGE.length - 1}/${LARGE.length}`
      response.writeHead(206, { etag: '"a"', 'content-range': range, 'content-length': LARGE.length - from })
      response.write(LARGE.subarray(from, from + 1000))
      setTimeout(() => response.destroy(), 100)
    })
    expect(await new Bench().json('inspect', `${url}/log.csv`)).toMatchObject({ rows: 3_000_000, badRows: 0, users: 9 })
    expect(broken).toBe(3)
  })

  test('one that changes midway is refused, and nothing is made', async () => {
    const bench = new Bench()
    let asked = 0
    const url = await serve((request, response) => giveParts(request, response, LARGE, `"${asked++}"`))
    const words = ['release', 'rare-queries', `${url}/log.csv`, '--k', '5', '-o', bench.path('out'), '--quiet']
    expect(refused(bench, await bench.lethe(words))).toMatch(
      /log\.csv changed while it was read\nNothing was made of it/,
    )
    expect(readdirSync(bench.dir).filter((name) => name.startsWith('out'))).toEqual([])
  })

  test('a server that is never well again went away', async () => {
    const bench = new Bench()
    const url = await serve((request, response) => {
      if (request.headers['if-range'] === undefined) giveParts(request, response, LARGE, '"a"')
      else response.writeHead(503).end()
    })
    expect(refused(bench, await bench.lethe(['inspect', `${url}/log.csv`]))).toMatch(
      /log\.csv went away while it was read\n/,
    )
  })
})

test('https: a certificate that is not trusted here, and one that is', async () => {
  const bench = new Bench()
  const { key, cert } = makeCertificate(bench.dir)
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) =>
    giveParts(request, response, LARGE.subarray(0, LARGE.indexOf(10, 10_000) + 1), '"a"'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/log.csv`
  expect(refused(bench, await bench.lethe(['inspect', url]))).toMatch(
    /the certificate of https:.*log\.csv is not trusted here\n/,
  )
  const trusted = await bench.bash(`NODE_EXTRA_CA_CERTS=${cert} lethe inspect ${url} --json`)
  expect([trusted.status, JSON.parse(trusted.stdout)]).toMatchObject([0, { badRows: 0, users: 9 }])
})
