import { setTimeout as wait } from 'node:timers/promises'
import type { Consumer } from '@platformatic/kafka'
import { fail } from '../../base/errors.js'
import type { TopicAddress } from './address.js'
import { openConsumer, shapeOf } from './client.js'

/** A message as far as it matters: its key and its headers are left where they are. */
export interface Message {
  readonly offset: number
  /** Milliseconds since 1970, as the topic tells them. */
  readonly time: number
  readonly value: Buffer | null
}

/** Messages of a partition in their order; `next` is where it goes on, `end` how far it reached then. */
export interface Piece {
  readonly partition: number
  readonly messages: readonly Message[]
  readonly next: number
  readonly end: number
}

/** By partition, where something goes on. */
export type Offsets = ReadonlyMap<number, number>

/** A member of a group of readers of one topic. */
export interface Reader {
  readonly topicId: string
  /** The partitions that are ours, if they were dealt out (anew) since the last call. */
  dealt(): readonly number[] | undefined
  /** Where partitions go on by what was committed, or begin; and where they end. */
  places(partitions: readonly number[]): Promise<Place[]>
  /** Waits a moment for messages, broker by broker. */
  fetch(broker: number, from: Offsets): Promise<Piece[]>
  brokerOf(partition: number): number
  commit(offsets: Offsets): Promise<void>
  /** Leaves the group, so that others take over at once. */
  close(): Promise<void>
}

export interface Place {
  readonly partition: number
  readonly start: number
  readonly end: number
  /** Rows that were to be read and that the topic has forgotten. */
  readonly lost: number
}

const WAIT_MS = 250
// Of one partition, and of all that one broker has: what is held in memory at once.
const PARTITION_BYTES = 1 << 18
const BROKER_BYTES = 1 << 20
const CONTROL = 0x20
const LEAVE_MS = 5000

/** Joins the group. */
export async function openReader(address: TopicAddress, group: string): Promise<Reader> {
  const consumer = await openConsumer(address, group)
  let dealt = false
  let broken: Error | undefined
  consumer.on('consumer:group:join', () => (dealt = true))
  consumer.on('error', (cause: Error) => (broken = cause)) // a group that could not be joined again
  const close = () => ended(consumer)
  try {
    const { id, leaders } = await shapeOf(consumer, address)
    await consumer.joinGroup({})
    return {
      topicId: id,
      dealt() {
        if (broken !== undefined) throw broken
        if (!dealt) return undefined
        dealt = false
        return (consumer.assignments ?? []).flatMap(({ topic, partitions }) =>
          topic === address.topic ? partitions : [],
        )
      },
      places: (partitions) => placesOf(consumer, address, partitions),
      fetch: (broker, from) => fetched(consumer, id, broker, from),
      brokerOf: (partition) => leaders[partition] ?? -1,
      commit: (offsets) =>
        consumer.commit({
          offsets: [...offsets].map(([partition, offset]) => ({
            ...{ topic: address.topic, partition, offset: BigInt(offset), leaderEpoch: -1 },
          })),
        }),
      close,
    }
  } catch (cause) {
    await close()
    throw cause
  }
}

/** A broker that is gone cannot be taken leave of: nobody waits for it. */
async function ended(consumer: Consumer): Promise<void> {
  const left = new Promise<void>((resolve) => consumer.close(true, () => resolve()))
  await Promise.race([left, wait(LEAVE_MS, undefined, { ref: false })])
}

async function placesOf(
  consumer: Consumer,
  { topic, label }: TopicAddress,
  partitions: readonly number[],
): Promise<Place[]> {
  if (partitions.length === 0) return []
  const ours = { topics: [topic], partitions: { [topic]: [...partitions] } }
  const committed = await consumer.listCommittedOffsets({ topics: [{ topic, partitions: [...partitions] }] })
  const [first, last] = [
    await consumer.listOffsets({ ...ours, timestamp: -2n }),
    await consumer.listOffsets({ ...ours, timestamp: -1n }),
  ]
  return partitions.map((partition) => {
    const of = (offsets: ReadonlyMap<string, readonly bigint[]>) => Number(offsets.get(topic)?.[partition] ?? -1n)
    const [at, begin, end] = [of(committed), of(first), of(last)]
    if (at > end) refuseNewTopic(label)
    return { partition, start: Math.max(at, begin), end, lost: at === -1 ? 0 : Math.max(0, begin - at) }
  })
}

/** Positions of another topic of the same name mean nothing: rows would be left out in silence. */
export function refuseNewTopic(label: string): never {
  fail(
    'refused',
    `${label} ends before what was read of it already: it was made anew`,
    'Start over with another group (--group NAME), and another folder if you write files.',
  )
}

async function fetched(consumer: Consumer, topicId: string, node: number, from: Offsets): Promise<Piece[]> {
  const partitions = [...from].map(([partition, offset]) => ({
    ...{ partition, fetchOffset: BigInt(offset), partitionMaxBytes: PARTITION_BYTES },
    ...{ currentLeaderEpoch: -1, lastFetchedEpoch: -1 },
  }))
  const { responses } = await consumer.fetch({
    ...{ node, minBytes: 1, maxBytes: BROKER_BYTES, maxWaitTime: WAIT_MS },
    isolationLevel: 0,
    topics: [{ topicId, partitions }],
  })
  return responses.flatMap((response) =>
    response.partitions.flatMap(({ partitionIndex: partition, records, highWatermark }) => {
      const start = from.get(partition)
      if (start === undefined) return []
      const piece = pieceOf(records ?? [], start)
      return [{ partition, ...piece, end: Number(highWatermark) }]
    }),
  )
}

interface Batch {
  readonly firstOffset: bigint
  readonly lastOffsetDelta: number
  readonly firstTimestamp: bigint
  readonly attributes: number
  readonly records: readonly {
    readonly offsetDelta: number
    readonly timestampDelta: bigint
    readonly value: Buffer | null
  }[]
}

/** Brokers hand out whole batches, of which the first may begin before what was asked for. */
function pieceOf(batches: readonly Batch[], start: number): { messages: Message[]; next: number } {
  const messages: Message[] = []
  let next = start
  for (const { firstOffset, lastOffsetDelta, firstTimestamp, attributes, records } of batches) {
    const [first, began] = [Number(firstOffset), Number(firstTimestamp)]
    next = Math.max(next, first + lastOffsetDelta + 1)
    if ((attributes & CONTROL) !== 0) continue
    for (const { offsetDelta, timestampDelta, value } of records) {
      const offset = first + offsetDelta
      if (offset >= start) messages.push({ offset, time: began + Number(timestampDelta), value })
    }
  }
  return { messages, next }
}
