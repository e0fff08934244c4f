import type { Producer } from '@platformatic/kafka'
import type { TopicAddress } from './address.js'
import { openProducer, shapeOf } from './client.js'
import type { Outlet } from './outlet.js'
import { BrokerTrouble, isKnownAs } from './trouble.js'

const BATCH_BYTES = 400_000 // brokers take a million by default, heads of messages included
const ALL = -1

export interface TopicOutletOptions {
  readonly to: TopicAddress
  readonly columns: readonly string[]
  /** Told of rows that the topic does not take because of their size. */
  readonly tooLarge: (partition: number, offset: number) => void
}

interface Row {
  readonly offset: number
  readonly value: Buffer
}

/** A message for each row: a document that names its columns, without a key. Rows of a partition stay in one partition. */
export async function topicOutlet({ to, columns, tooLarge }: TopicOutletOptions): Promise<Outlet> {
  const producer = await openProducer(to)
  const written = new Map<number, number>()
  const close = () => new Promise<void>((resolve) => producer.close(true, () => resolve()))
  let partitions: number
  try {
    partitions = (await shapeOf(producer, to)).leaders.length
  } catch (cause) {
    await close()
    throw new BrokerTrouble(to.label, cause)
  }
  const toDocument = documentOf(columns)
  const send = async (from: number, rows: readonly Row[]): Promise<void> => {
    if (rows.length === 0) return
    try {
      await sent(producer, to.topic, from % partitions, rows)
    } catch (cause) {
      if (!isKnownAs(cause, 'MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE')) throw new BrokerTrouble(to.label, cause)
      if (rows.length === 1) return tooLarge(from, rows[0]!.offset)
      const half = rows.length >> 1
      await send(from, rows.slice(0, half))
      await send(from, rows.slice(half))
    }
  }
  return {
    async begin() {
      written.clear()
      return new Map()
    },
    async write({ partition, messages, lines, next }) {
      let [rows, size] = [[] as Row[], 0]
      for (const [i, line] of lines.entries()) {
        if (line === '') continue
        const value = Buffer.from(toDocument(line), 'latin1')
        if (size + value.length > BATCH_BYTES) {
          await send(partition, rows)
          ;[rows, size] = [[], 0]
        }
        rows.push({ offset: messages[i]!.offset, value })
        size += value.length
      }
      await send(partition, rows)
      written.set(partition, next)
    },
    written: () => written,
    tick: async () => {},
    settle: async () => {},
    close,
  }
}

async function sent(producer: Producer, topic: string, partition: number, rows: readonly Row[]): Promise<void> {
  await producer.send({ acks: ALL, messages: rows.map(({ value }) => ({ topic, partition, value })) })
}

/** Cells are hexadecimal or times: nothing in them has to be escaped. */
function documentOf(columns: readonly string[]): (line: string) => string {
  const heads = columns.map((column, i) => `${i === 0 ? '{' : ','}"${column}":`)
  return (line) => {
    const cells = line.split('\t')
    let text = ''
    for (let i = 0; i < cells.length; i++) text += heads[i]! + (cells[i] === '' ? 'null' : `"${cells[i]}"`)
    return `${text}}`
  }
}
