import type { Consumer, Producer } from '@platformatic/kafka'
import { client } from '../../base/client.js'
import type { TopicAddress } from './address.js'
import { mendCompressions } from './compression.js'
import { noTopic } from './trouble.js'

const ANSWER_MS = 30_000 // longer than a group may take to be put together again

/** The client is a package of its own, loaded when a topic is named. */
function load() {
  loaded ??= client('kafka:', ['@platformatic/kafka@1'], async () => {
    const kafka = await import('@platformatic/kafka')
    mendCompressions(kafka.compressionsAlgorithms)
    return kafka
  })
  return loaded
}

let loaded: Promise<typeof import('@platformatic/kafka')> | undefined

function settings({ brokers, tls, sasl }: TopicAddress) {
  return {
    clientId: 'lethe',
    bootstrapBrokers: [...brokers],
    timeout: ANSWER_MS,
    connectTimeout: 5000,
    retries: 3,
    retryDelay: 300,
    autocreateTopics: false,
    ...(tls === undefined ? {} : { tls }),
    ...(sasl === undefined ? {} : { sasl }),
  }
}

export async function openConsumer(address: TopicAddress, groupId: string): Promise<Consumer> {
  const { Consumer } = await load()
  const { session } = address
  const consumer = new Consumer({
    ...settings(address),
    groupId,
    sessionTimeout: session,
    heartbeatInterval: Math.floor(session / 4),
    rebalanceTimeout: Math.max(session, 20_000),
  })
  consumer.topics.track(address.topic)
  return consumer
}

export async function openProducer(address: TopicAddress): Promise<Producer> {
  const { Producer } = await load()
  return new Producer(settings(address))
}

/** What is known of a topic: its id, and by partition the broker that leads it. */
export interface TopicShape {
  readonly id: string
  readonly leaders: readonly number[]
}

export async function shapeOf(
  asked: Pick<Consumer, 'metadata'> | Pick<Producer, 'metadata'>,
  { topic, label }: TopicAddress,
): Promise<TopicShape> {
  const { topics } = await asked.metadata({ topics: [topic], forceUpdate: true }).catch((cause: Error) => {
    throw /^Unknown topic /.test(cause.message) ? noTopic(label) : cause
  })
  const found = topics.get(topic)
  if (found === undefined || found.partitionsCount === 0) throw noTopic(label)
  return { id: found.id, leaders: found.partitions.map(({ leader }) => leader) }
}
