import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Admin } from '@platformatic/kafka'
import { topicAddress } from '../../../src/shares/kafka/address.js'
import { openProducer } from '../../../src/shares/kafka/client.js'
import { openReader } from '../../../src/shares/kafka/reader.js'
import { type Broker, startKafka } from '../harness/kafka.js'

/** A row of a log, as a message holds it. */
export interface Row {
  readonly user: string
  readonly q: string
  readonly at: string
}

/** Question q is asked by q persons, `times` times each. */
export function questions(most: number, times = 2): Row[] {
  const rows: Row[] = []
  for (let q = 1; q <= most; q++)
    for (let person = 1; person <= q; person++)
      for (let i = 0; i < times; i++)
        rows.push({ user: `p${(person * 31) % 997}`, q: `Question number ${q}`, at: `2026-03-0${1 + i} 10:00:00` })
  return rows
}

/** Topics of a broker, for tests. */
export interface Topics {
  readonly broker: Broker
  /** Makes a topic, with a name of its own where none is given, and returns that. */
  make(partitions?: number, name?: string, compression?: string): Promise<string>
  /** Adds messages, spread over the partitions; `time` is what the topic tells of them. */
  put(topic: string, values: readonly (object | string)[], time?: number): Promise<void>
  /** All that a topic holds. */
  values(topic: string): Promise<string[]>
  /** Lets a topic forget all that it holds. */
  forget(topic: string): Promise<void>
  /** What a group has committed, over all partitions. */
  committed(topic: string, group: string): Promise<number>
}

export async function startTopics(): Promise<Topics> {
  const broker = await startKafka()
  const address = (topic: string) => topicAddress(`${broker.url}/${topic}`)
  const asked = async <T>(what: (admin: Admin) => Promise<T>): Promise<T> => {
    const admin = new Admin({ clientId: 'test', bootstrapBrokers: [...address('any').brokers] })
    try {
      return await what(admin)
    } finally {
      await new Promise<void>((resolve) => admin.close(() => resolve()))
    }
  }
  return {
    broker,
    async make(partitions = 3, topic = `t${randomBytes(6).toString('hex')}`, compression = 'producer') {
      await asked((admin) =>
        admin.createTopics({
          ...{ topics: [topic], partitions, replicas: 1 },
          configs: [{ name: 'compression.type', value: compression }],
        }),
      )
      return topic
    },
    async put(topic, values, time) {
      const producer = await openProducer(address(topic))
      const { topics } = await producer.metadata({ topics: [topic] })
      const partitions = topics.get(topic)?.partitionsCount ?? 1
      const stamp = time === undefined ? {} : { timestamp: BigInt(time) }
      // Partition by partition: where one of a new topic is not ready, the client sends again to all that it was told to.
      for (let at = 0; at < values.length; at += 2000)
        for (let partition = 0; partition < partitions; partition++) {
          const some = values.slice(at, at + 2000).filter((_, i) => i % partitions === partition)
          const messages = some.map((value) => ({
            ...{ topic, partition, ...stamp },
            value: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
          }))
          if (messages.length > 0) await producer.send({ acks: -1, messages })
        }
      await new Promise<void>((resolve) => producer.close(true, () => resolve()))
    },
    async values(topic) {
      const reader = await openReader(address(topic), `look-${randomBytes(6).toString('hex')}`)
      const found: string[] = []
      for (const { partition, start, end } of await reader.places(reader.dealt() ?? []))
        for (let at = start; at < end; ) {
          const [piece] = await reader.fetch(reader.brokerOf(partition), new Map([[partition, at]]))
          for (const { value } of piece?.messages ?? []) found.push(String(value))
          at = piece?.next ?? at
        }
      await reader.close()
      return found
    },
    async forget(topic) {
      const { topics } = await asked((admin) => admin.metadata({ topics: [topic] }))
      const count = topics.get(topic)?.partitionsCount ?? 0
      const partitions = Array.from({ length: count }, (_, partition) => ({ partition, offset: -1n }))
      await asked((admin) => admin.deleteRecords({ topics: [{ name: topic, partitions }] }))
    },
    async committed(topic, group) {
      const groups = await asked((admin) => admin.listConsumerGroupOffsets({ groups: [group] }))
      return groups
        .flatMap((one) => one.topics)
        .filter((one) => one.name === topic)
        .flatMap((one) => one.partitions)
        .reduce((sum, { committedOffset }) => sum + Number(committedOffset), 0)
    },
  }
}

/** Waits until something is so. */
export async function until(holds: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await holds()); await wait(50))
    if (Date.now() > end) throw new Error(`it was not so within ${seconds} seconds`)
}
