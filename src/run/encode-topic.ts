import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fail } from '../base/errors.js'
import { type Session, withSession } from '../engines/session.js'
import { isTopicAddress, type TopicAddress, topicAddress } from '../shares/kafka/address.js'
import { openAside } from '../shares/kafka/aside.js'
import { documentSharer } from '../shares/kafka/documents.js'
import { metricsText, noCounts, serveMetrics } from '../shares/kafka/metrics.js'
import { type Outlet, refuseCircle } from '../shares/kafka/outlet.js'
import { shareTopic } from '../shares/kafka/share-topic.js'
import { filesOutlet } from '../shares/kafka/to-files.js'
import { topicOutlet } from '../shares/kafka/to-topic.js'
import type { JsonKeys } from '../shares/stream/layout.js'
import { type EncodeOptions, streamEncoding } from './encode.js'

/** How the rows of a Kafka topic are shared as they arrive. */
export interface EncodeTopicOptions extends Omit<EncodeOptions, 'format' | 'unit' | 'header' | 'threads'> {
  /** kafka://host:port/topic: messages are JSON documents, one row each. */
  readonly from: string
  /** The same for shared rows, or a folder for Parquet files by the hour. */
  readonly to: string
  /** The group of readers; those of one group share the partitions among them. Named after both ends where not said. */
  readonly group?: string
  /** File to which is added where messages stand that became no row. */
  readonly setAside?: string
  /** Port of this machine for metrics. */
  readonly metrics?: number
  /** End when all is shared that was there at the start. */
  readonly drain?: boolean
  /** Finishes what was taken, commits and ends. */
  readonly signal?: AbortSignal
}

export interface EncodeTopicResult {
  readonly keyId: string
  readonly read: number
  readonly shared: number
  readonly malformed: number
  readonly empty: number
  readonly files: number
}

/** Shares the rows of a topic until it is stopped, each at least once. */
export async function encodeTopic(options: EncodeTopicOptions): Promise<EncodeTopicResult> {
  const { onStep: say = () => {}, signal: stop = new AbortController().signal, drain = false } = options
  const from = topicAddress(options.from)
  const to = isTopicAddress(options.to) ? topicAddress(options.to) : undefined
  if (to?.topic === from.topic && to.brokers.some((broker) => from.brokers.includes(broker))) refuseCircle()
  const { encoding, keyId } = streamEncoding({ ...options, threads: 1 })
  const group = options.group ?? groupOf(from, to, options.to)
  const [counts, gauges] = [noCounts(), { connected: false, lag: new Map<number, number>() }]
  const sharer = documentSharer(keysOf(options.columns), encoding)
  const { columns } = sharer
  const aside = openAside(options.setAside)
  const served =
    options.metrics === undefined ? undefined : await serveMetrics(options.metrics, () => metricsText(counts, gauges))
  if (served) say(`metrics are at ${served.url}`)
  say(`sharing ${from.label} as the group ${group}`)
  const share = (openOutlet: () => Promise<Outlet>) =>
    shareTopic({ from, group, sharer, openOutlet, aside, counts, gauges, drain, stop, say })
  const tooLarge = (partition: number, offset: number) => {
    counts.malformed++
    counts.shared--
    aside.put(partition, offset)
  }
  const intoFiles = ({ engine, workspace }: Session) =>
    share(async () =>
      filesOutlet({
        ...{ dir: options.to, topic: from.topic, columns, engine, workspace: workspace.dir },
        onFile: () => counts.files++,
      }),
    )
  try {
    if (to !== undefined) await share(() => topicOutlet({ to, columns, tooLarge }))
    else {
      mkdirSync(options.to, { recursive: true })
      await withSession({ threads: 1, temp: join(options.to, '.working') }, intoFiles)
    }
  } finally {
    served?.close()
    aside.close()
    await sharer.close()
  }
  const { read, shared, malformed, empty, files } = counts
  return { keyId, read, shared, malformed, empty, files }
}

/** Readers with another target are another group: within one, each would get a part of the rows. */
function groupOf(from: TopicAddress, to: TopicAddress | undefined, place: string): string {
  if (to !== undefined) return `lethe.${from.topic}.${to.topic}`
  const folder = createHash('sha256').update(resolve(place)).digest('hex').slice(0, 12)
  return `lethe.${from.topic}.${folder}`
}

/** Nothing is guessed from the first messages: another start, or another reader of the group, might guess otherwise. */
function keysOf(columns: EncodeOptions['columns'] = {}): JsonKeys {
  const { user, query, time, ...more } = columns as Readonly<Record<string, string | undefined>>
  if (!user || !query)
    fail(
      'usage',
      'rows of a topic need --columns',
      'Name the keys of user and query, and of the time if there is one: --columns user=user.id,query=q,time=at.',
    )
  if (Object.keys(more).length > 0)
    fail(
      'usage',
      'shares of a topic have no other columns than user, query and time',
      'Leave the others out of --columns.',
    )
  return { user, query, time: time || undefined }
}
