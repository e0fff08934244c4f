import { createReadStream } from 'node:fs'
import { fail } from '../../base/errors.js'
import { objectIn } from '../../ingest/json-paths.js'
import { SHARE_SCHEMES, type ShareScheme, type Sharing } from '../scheme.js'

const VALUES = new RegExp(`^(${SHARE_SCHEMES.join('|')})_t(\\d{1,4})$`)

export interface Header {
  readonly header: readonly string[]
  /** The column of values. */
  readonly values: string
  readonly sharing: Pick<Sharing, 'scheme' | 't'>
}

/** What the first line of a file of lines tells. */
export async function headerIn(path: string): Promise<Header> {
  const first = await firstLine(path)
  const header = path.endsWith('.ndjson') ? Object.keys(objectIn(first) ?? {}) : first.split('\t')
  const values = valuesIn(path, header)
  return { header, values, sharing: sharingIn(values) }
}

/** The column of values, which tells scheme and threshold. */
export function valuesIn(path: string, columns: readonly string[]): string {
  const values = columns.find((column) => VALUES.test(column))
  if (values === undefined || !['tag', 'x', 'text'].every((column) => columns.includes(column)))
    fail(
      'input',
      `${path} is nothing that lethe encode wrote`,
      'Its first line must name the columns tag, x, SCHEME_tT and text.',
    )
  return values
}

export function sharingIn(values: string): Header['sharing'] {
  const [, scheme, t] = VALUES.exec(values) ?? []
  return { scheme: scheme as ShareScheme, t: Number(t) }
}

async function firstLine(path: string): Promise<string> {
  let text = ''
  for await (const chunk of createReadStream(path, { highWaterMark: 4096 })) {
    text += (chunk as Buffer).toString('latin1')
    if (text.includes('\n') || text.length > 1 << 16) break
  }
  return text.split('\n')[0]!.replace(/\r$/, '')
}
