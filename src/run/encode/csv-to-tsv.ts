import { splitter } from '../../ingest/careful.js'
import type { StreamLayout } from './layout.js'

const MOST_LINES = 100

/** Turns quoted rows into plain ones of user, query and time; a row that does not split becomes one that is no row. */
export async function* csvToTsv(
  pieces: AsyncIterable<Uint8Array>,
  { delimiter, quote, shape }: StreamLayout,
): AsyncGenerator<Uint8Array> {
  const split = splitter(delimiter, quote)
  let held: string[] = []
  const plain = (record: string): string | undefined => {
    const fields = split(record)
    if (fields === 'unbalanced quote') return undefined
    if (typeof fields === 'string' || fields.length !== shape.width) return '?\n'
    const cell = (at: number | undefined) => (at === undefined ? '' : (fields[at] as string).replace(/[\t\r\n]/g, ' '))
    return `${cell(shape.user)}\t${cell(shape.query)}\t${cell(shape.time)}\n`
  }
  for await (const piece of pieces) {
    let out = ''
    for (const line of Buffer.from(piece).toString('utf8').trimEnd().split('\n')) {
      const ended = line.replace(/\r$/, '')
      if (ended === '' && held.length === 0) continue
      held.push(ended)
      const row = plain(held.join('\n'))
      if (row === undefined && held.length < MOST_LINES) continue
      out += row ?? '?\n'.repeat(held.length)
      held = []
    }
    if (out !== '') yield Buffer.from(out)
  }
  if (held.length > 0) yield Buffer.from('?\n'.repeat(held.length))
}

export const PLAIN_SHAPE = { user: 0, query: 1, width: 3 } as const
