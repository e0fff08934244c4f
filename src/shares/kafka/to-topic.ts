import type { Producer } from '@platformatic/kafka'
import type { TopicAddress } from './address.js'
import { openProducer, shapeOf } from './client.js'
import { TAB } from './documents.js'
import type { Outlet } from './outlet.js'
import { BrokerTrouble, isKnownAs } from './trouble.js'

const BATCH_BYTES = 400_000 // brokers take a million by default, heads of messages included
const ALL = -1
const NULL = Buffer.from('null')
const [BLANK, QUOTE, CLOSE] = [0x20, 0x22, 0x7d] // what is below a blank ends a cell

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
  let [topicId, partitions] = ['', 0]
  try {
    const { id, leaders } = await shapeOf(producer, to)
    ;[topicId, partitions] = [id, leaders.length]
  } catch (cause) {
    await close()
    throw new BrokerTrouble(to.label, cause)
  }
  const documents = documentsOf(columns)
  let batch = Buffer.allocUnsafeSlow(BATCH_BYTES)
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
    topicId,
    async begin() {
      written.clear()
      return new Map()
    },
    async write({ partition, messages, lines, ends, next }) {
      let [rows, size] = [[] as Row[], 0]
      for (let i = 0, start = 0; i < ends.length; start = ends[i++]!) {
        if (lines[start] === TAB) continue
        const most = ends[i]! - start + documents.more
        if (size + most > batch.length) {
          await send(partition, rows)
          ;[rows, size] = [[], 0]
          if (most > batch.length) batch = Buffer.allocUnsafeSlow(most)
        }
        const end = documents.write(lines, start, batch, size)
        rows.push({ offset: messages[i]!.offset, value: batch.subarray(size, end) })
        size = end
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

/** Makes documents of lines. Cells are hexadecimal or times: nothing in them has to be escaped. */
function documentsOf(columns: readonly string[]) {
  const heads = columns.map((column, i) => Buffer.from(`${i === 0 ? '{' : ','}"${column}":`))
  return {
    /** By how many bytes a document is longer than its line, at most. */
    more: heads.reduce((sum, head) => sum + head.length + NULL.length, 1),
    /** Writes the document of the line that begins at `from`, and says where it ends. */
    write(lines: Buffer, from: number, out: Buffer, at: number): number {
      let [read, to] = [from, at]
      for (const head of heads) {
        for (let i = 0; i < head.length; i++) out[to++] = head[i]!
        if (lines[read]! < BLANK) for (let i = 0; i < NULL.length; i++) out[to++] = NULL[i]!
        else {
          out[to++] = QUOTE
          for (let byte = lines[read]!; byte >= BLANK; byte = lines[++read]!) out[to++] = byte
          out[to++] = QUOTE
        }
        read++
      }
      out[to++] = CLOSE
      return to
    },
  }
}
