import { once } from 'node:events'
import { readdirSync, renameSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { freePort } from '../harness/ports.js'
import { readable } from './sharing.js'
import { ended, kafkaStage, LOG } from './stage.js'
import { until } from './topics.js'

const { stage, topics } = kafkaStage()

test('two processes of a group share the partitions; one takes over when the other goes', async () => {
  const { from, to, share } = await stage([], 4)
  const group = ['--group', `g.${from}`]
  const one = share.start(from, to, ...group)
  const two = share.start(from, to, ...group)
  const both: Promise<string>[] = []
  for (const { outcome } of [one, two]) both.push(outcome.then(({ stderr }) => stderr))
  let sent = 0
  await until(async () => {
    await topics().put(from, LOG)
    sent += LOG.length
    return (await topics().committed(from, `g.${from}`)) > 2 * LOG.length
  })
  await new Promise((resolve) => setTimeout(resolve, 2500))
  await topics().put(from, LOG)
  sent += LOG.length
  await until(async () => (await topics().committed(from, `g.${from}`)) === sent)
  expect((await ended(one)).status).toBe(0)
  await topics().put(from, LOG)
  sent += LOG.length
  await until(async () => (await topics().committed(from, `g.${from}`)) === sent)
  expect((await ended(two)).status).toBe(0)
  const shared = (await Promise.all(both)).map((text) => Number(/shared (\d+) of/.exec(text)?.[1]))
  expect(Math.min(...shared)).toBeGreaterThan(0)
  expect((await share.open(to)).opened).toBe(Object.keys(readable(LOG)).length)
  expect((await topics().values(to)).length).toBeGreaterThanOrEqual(sent)
})

test('a broker that goes away and comes back is waited for', async () => {
  const { from, to, share } = await stage()
  const port = await freePort()
  const running = share.start(from, to, '--metrics', String(port))
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  let said = ''
  running.child.stderr?.on('data', (text: string) => (said += text))
  await until(async () => (await topics().values(to)).length === LOG.length)
  await topics().broker.crash()
  await until(() => said.includes('trying again'))
  expect(await metrics()).toMatch(/^lethe_encode_connected 0$/m)
  await topics().broker.start()
  await topics().put(from, LOG)
  await until(async () => (await topics().values(to)).length >= 2 * LOG.length)
  await until(async () => /^lethe_encode_connected 1$/m.test(await metrics()))
  const { status, stderr } = await ended(running)
  expect(status).toBe(0)
  expect(stderr.match(/trying again/g)).toHaveLength(1)
  expect(stderr).toContain('answers again')
  expect((await share.open(to)).opened).toBe(Object.keys(readable(LOG)).length)
})

test('rows that the topic forgot before they were read are told', async () => {
  const { from, to, share } = await stage()
  await share.drain(from, to)
  await topics().put(from, LOG)
  await topics().forget(from)
  await topics().put(from, LOG)
  const said = await share.drain(from, to)
  const gone = [...said.matchAll(/(\d+) rows of partition \d were forgotten by the topic/g)].map(([, rows]) =>
    Number(rows),
  )
  expect(gone.reduce((sum, rows) => sum + rows, 0)).toBe(LOG.length)
  expect(said).toContain(`shared ${LOG.length} of ${LOG.length} messages`)
})

test('a row that is too large for the topic is set aside, and those beside it are not', async () => {
  const huge = { user: 'u', q: 'x'.repeat(520_000), at: '' }
  const { from, to, share } = await stage([LOG[0]!, huge, LOG[1]!], 1)
  expect(await share.drain(from, to)).toContain('shared 2 of 3 messages')
  expect(await topics().values(to)).toHaveLength(2)
})

test('a topic that was made anew is refused', async () => {
  const { from, to, share, bench } = await stage(LOG, 1)
  await share.drain(from, 'hours')
  const [file = ''] = readdirSync(bench.path('hours')).filter((name) => name.endsWith('.parquet'))
  renameSync(bench.path(`hours/${file}`), bench.path(`hours/${file.replace(from, to)}`))
  const { status, stderr } = await bench.lethe(share.words(to, 'hours'))
  expect(status).toBe(2)
  expect(stderr).toMatch(/it was made anew/)
})

test('topics that are compressed, as brokers do it', async () => {
  for (const compression of ['gzip', 'snappy', 'lz4', 'zstd']) {
    const { to, share } = await stage()
    const from = await topics().make(2, `${to}-${compression}`, compression)
    await topics().put(from, LOG)
    await share.drain(from, to)
    expect((await share.open(to)).queries).toEqual(readable(LOG))
  }
})

describe('what cannot work is told', () => {
  const outcome = async (edit: (words: string[]) => string[], env: NodeJS.ProcessEnv = {}) => {
    const { bench, from, to, share } = await stage()
    const before = { ...process.env }
    Object.assign(process.env, env)
    const running = bench.start(edit(share.words(from, to, '--drain')))
    process.env = before
    return running.outcome
  }
  const replaced = (pattern: RegExp, by: string) => (words: string[]) => words.map((word) => word.replace(pattern, by))

  test('nobody answers, or nobody who speaks Kafka', async () => {
    const { status, stderr } = await outcome(replaced(/127\.0\.0\.1:\d+/, `127.0.0.1:${await freePort()}`))
    expect(status).toBe(2)
    expect(stderr).toMatch(/nobody answers at kafka:/)
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const wrong = await outcome(replaced(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`))
    other.close()
    expect(wrong.status).toBe(2)
    expect(wrong.stderr).toMatch(/cannot be talked to/)
  })

  test('shares that would go back to their topic, whatever its brokers are called', async () => {
    const back = (words: string[]) =>
      words.map((word, i) => (words[i - 1] === '--to' ? words[words.indexOf('--from') + 1]! : word))
    const byAnotherName = (words: string[]) =>
      words.map((word, i) => (words[i - 1] === '--to' ? word.replace('127.0.0.1', 'localhost') : word))
    for (const edit of [back, (words: string[]) => byAnotherName(back(words))])
      expect(await outcome(edit)).toMatchObject({ status: 2, stderr: expect.stringContaining('rows would go back') })
  })

  test('wrong credentials; the right ones work over TLS, and none is echoed', async () => {
    const { broker, cert, user, password } = topics().broker.secure
    const secure = (more: string) =>
      ((words) =>
        words.map((word) =>
          word.startsWith('kafka:') ? `kafka://${broker}/${word.split(/[/?]/)[3]}?ca=${cert}&${more}` : word,
        )) as (words: string[]) => string[]
    for (const mechanism of ['plain', 'scram-sha-512']) {
      const env = { LETHE_KAFKA_USER: user, LETHE_KAFKA_PASSWORD: password }
      const right = await outcome(secure(`sasl=${mechanism}`), env)
      expect(right).toMatchObject({ status: 0 })
      const wrong = await outcome(secure(`sasl=${mechanism}`), { ...env, LETHE_KAFKA_PASSWORD: 'mistaken' })
      expect(wrong.status).toBe(2)
      expect(wrong.stderr).toMatch(/does not accept user and password/)
      expect(right.stderr + wrong.stderr).not.toMatch(new RegExp(`mistaken|${password}`))
    }
    const inAddress = await outcome((words) =>
      secure('sasl=plain')(words).map((word) => word.replace('//', `//${user}:mistaken@`)),
    )
    expect(inAddress.stderr).toMatch(/does not accept user and password/)
    expect(inAddress.stderr).not.toContain('mistaken')
    const untrusted = await outcome(replaced(/^kafka:\/\/[^/]*(\/[^?]*).*/, `kafka://${broker}$1?tls=true`))
    expect(untrusted.stderr).toMatch(/certificate of kafka:\S+ is not trusted here/)
  })
})
