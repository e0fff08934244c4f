import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeCertificate } from '../support/certificate.js'
import { Bench, type Outcome } from '../support/lethe.js'
import { scratch } from '../support/scratch.js'
import { startProxy } from './harness/proxy.js'
import { refused, released, stage } from './stage.js'

const TOKEN = 'zebra-kiwi-zebra'
const on = stage({ token: TOKEN })
const { dir } = scratch()

test.each([
  ['no token', ''],
  ['a wrong token', ';token=kiwi-zebra-kiwi'],
])('%s: nothing is read, and no token is told', async (_, more) => {
  const bench = new Bench()
  const outcome = await on().start(bench, [], `${on().cluster.url}/${more}`).outcome
  refused(bench, outcome, /token/)
  silent(outcome)
})

test('the right token', async () => {
  const bench = new Bench()
  const outcome = await on().start(bench, [], `${on().cluster.url}/;token=${TOKEN}`).outcome
  released(bench, outcome, on())
  silent(outcome)
  for (const file of ['out/manifest.json', 'out.private/record.json'])
    expect(readFileSync(bench.path(file), 'utf8')).not.toContain(TOKEN)
})

test('by TLS, where the certificate is trusted and only there', async () => {
  const { key, cert } = makeCertificate(dir)
  const proxy = await startProxy(on().cluster.port, { key: readFileSync(key), cert: readFileSync(cert) })
  try {
    const url = `sc://127.0.0.1:${proxy.port}/;use_ssl=true;token=${TOKEN}`
    const stranger = new Bench()
    const outcome = await on().start(stranger, [], url).outcome
    refused(stranger, outcome, /certificate/)
    silent(outcome)
    process.env.NODE_EXTRA_CA_CERTS = cert
    const bench = new Bench()
    released(bench, await on().start(bench, [], url).outcome, on())
  } finally {
    delete process.env.NODE_EXTRA_CA_CERTS
    await proxy.stop()
  }
})

function silent({ stdout, stderr }: Outcome): void {
  expect(stdout + stderr).not.toMatch(/zebra|kiwi/)
}
