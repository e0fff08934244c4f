import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

/** What the two files of the Open Directory tell, in their order. */
export type Told =
  | { readonly kind: 'made'; readonly at: string }
  | { readonly kind: 'topic'; readonly path: string; readonly title: string | undefined }
  | { readonly kind: 'page'; readonly path: string; readonly title: string }

/**
 * Reads structure.rdf.u8 or content.rdf.u8 as a stream. The dumps are written one element to a line, always alike, and are no
 * well-formed XML at places (control characters, bad entities), so they are read by lines.
 */
export async function* readRdf(path: string): AsyncGenerator<Told> {
  const file = createReadStream(path, { highWaterMark: 1 << 20 })
  const input = path.endsWith('.gz') ? file.pipe(createGunzip({ chunkSize: 1 << 20 })) : file
  let topic: string | undefined
  let title: string | undefined
  for await (const raw of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const line = raw.trim()
    if (line.startsWith('<d:Title>')) title = inside(line, '<d:Title>', '</d:Title>')
    else if (line.startsWith('<Topic r:id="')) [topic, title] = [inside(line, '"', '"'), undefined]
    else if (line === '</Topic>') {
      if (topic) yield { kind: 'topic', path: topic, title }
      topic = undefined
    } else if (line.startsWith('<ExternalPage ') || line.startsWith('<Alias ')) [topic, title] = [undefined, undefined]
    else if (line.startsWith('<topic>')) {
      if (title) yield { kind: 'page', path: inside(line, '<topic>', '</topic>'), title }
    } else if (line.startsWith('<!-- Generated at ')) yield { kind: 'made', at: line.slice(18, 28) }
  }
}

function inside(line: string, open: string, close: string): string {
  const from = line.indexOf(open) + open.length
  const to = line.indexOf(close, from)
  return decode(to < 0 ? line.slice(from) : line.slice(from, to))
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
