import { execFileSync } from 'node:child_process'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Admin, type Producer } from '@platformatic/kafka'
import { encodeTopic } from '../src/run/encode-topic.js'
import { keygen } from '../src/run/keygen.js'
import { topicAddress } from '../src/shares/kafka/address.js'
import { openProducer } from '../src/shares/kafka/client.js'
import { openReader } from '../src/shares/kafka/reader.js'
import { startKafka } from '../test/cluster/harness/kafka.js'
import { bestInTurns, inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { zipfLog } from './zipf-log.js'

const MOST_ROWS = 500_000
const ROW_BYTES = 230 // of a shared row as a document
const BATCH = 1700
// 100,000 rows a second of one core are asked for, where the client alone makes 250,000.
const AT_MOST = 2.5
const TOPICS = ['rows', 'shares', 'bare']

/** `encode` from topic to topic on one core, against the client alone on it: as many messages fetched and as many sent, with nothing in between. */
export async function kafkaBench(rows: number): Promise<Outcome> {
  const some = Math.min(rows, MOST_ROWS)
  const broker = await startKafka()
  try {
    await fill(broker.url, zipfLog(some))
    const part = (name: string) => () => inChild(name, [broker.url, String(some)])
    const [own, limit] = bestInTurns([part('kafka-share'), part('kafka-bare')])
    return {
      name: 'kafka',
      ours: round(own.cpuSeconds),
      limit: round(limit.cpuSeconds),
      ratio: round(own.cpuSeconds / limit.cpuSeconds),
      unit: 's of CPU',
      atMost: AT_MOST,
      peakMiB: own.peakMiB,
      detail: {
        rows: some,
        rowsPerSecond: Math.round(some / own.seconds),
        rowsPerCpuSecond: Math.round(some / own.cpuSeconds),
        limitRowsPerCpuSecond: Math.round(some / limit.cpuSeconds),
      },
    }
  } finally {
    await broker.stop()
  }
}

async function fill(url: string, log: string): Promise<void> {
  const admin = new Admin({ clientId: 'bench', bootstrapBrokers: [...topicAddress(`${url}/rows`).brokers] })
  await admin.createTopics({ topics: TOPICS, partitions: 4, replicas: 1 })
  await new Promise<void>((resolve) => admin.close(() => resolve()))
  const producer = await openProducer(topicAddress(`${url}/rows`))
  let documents: Buffer[] = []
  let batches = 0
  const settle = async () => {
    await send(producer, 'rows', batches++ % 4, documents)
    documents = []
  }
  for await (const line of createInterface({ input: createReadStream(log) })) {
    const [user, query, time] = line.split('\t')
    if (user === 'AnonID') continue
    documents.push(Buffer.from(JSON.stringify({ user, query, time })))
    if (documents.length === BATCH) await settle()
  }
  if (documents.length > 0) await settle()
  await new Promise<void>((resolve) => producer.close(true, () => resolve()))
}

async function send(producer: Producer, topic: string, partition: number, values: readonly Buffer[]): Promise<void> {
  await producer.send({ acks: -1, messages: values.map((value) => ({ topic, partition, value })) })
}

export const KAFKA_PARTS: Readonly<Record<string, (url: string, rows: number) => Promise<Sample>>> = {
  'kafka-share': (url) =>
    onOneCore(async () => {
      const dir = mkdtempSync(join(tmpdir(), 'lethe-bench-kafka-'))
      try {
        const keyFile = join(dir, 'key')
        keygen(keyFile)
        const columns = { user: 'user', query: 'query', time: 'time' }
        const ends = { from: `${url}/rows`, to: `${url}/shares`, group: `bench-${process.pid}` }
        await encodeTopic({ ...ends, keyFile, t: 5, columns, drain: true })
      } finally {
        rmSync(dir, { recursive: true, force: true })
      }
    }),
  'kafka-bare': (url) => onOneCore(() => bare(url)),
}

/** With all its threads on the last core, where there is `taskset`; the broker may have the others. */
async function onOneCore(work: () => Promise<void>): Promise<Sample> {
  const core = String(availableParallelism() - 1)
  try {
    execFileSync('taskset', ['-acp', core, String(process.pid)], { stdio: 'ignore' })
  } catch {
    process.stderr.write('there is no taskset: the threads of the program may use several cores\n')
  }
  return sample(work)
}

async function bare(url: string): Promise<void> {
  const reader = await openReader(topicAddress(`${url}/rows`), `bare-${process.pid}`)
  const producer = await openProducer(topicAddress(`${url}/bare`))
  const value = Buffer.alloc(ROW_BYTES, 'a')
  const places = await reader.places(reader.dealt() ?? [])
  const positions = new Map(places.map(({ partition, start }) => [partition, start]))
  while (places.some(({ partition, end }) => (positions.get(partition) ?? 0) < end)) {
    for (const { partition, messages, next } of await reader.fetch(1, positions)) {
      positions.set(partition, next)
      const values = messages.map(() => value)
      for (let at = 0; at < values.length; at += BATCH)
        await send(producer, 'bare', partition, values.slice(at, at + BATCH))
    }
  }
  await new Promise<void>((resolve) => producer.close(true, () => resolve()))
  await reader.close()
}
