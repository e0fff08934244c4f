import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A bucket of S3 on loopback, in memory: as much of the protocol as Spark's s3a and Amazon's client ask of small objects. */
export interface Bucket {
  readonly url: string
  readonly name: string
  readonly objects: Map<string, Buffer>
  /** Requests since the start, as METHOD key. */
  readonly asked: string[]
  /** What is said instead of an answer, where something is. */
  refuse: ((method: string, key: string) => boolean) | undefined
  /** What a program needs to know of it, as the usual variables say it. */
  readonly environment: Readonly<Record<string, string>>
  stop(): void
}

export async function startBucket(name = 'shared'): Promise<Bucket> {
  const server = createServer((request, response) => {
    void answer(bucket, request, response).catch(() => response.writeHead(500).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bucket: Bucket = {
    ...{ url, name, objects: new Map(), asked: [], refuse: undefined },
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_ACCESS_KEY_ID: 'KEY',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'us-east-1',
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return bucket
}

async function answer(bucket: Bucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', bucket.url)
  const [, name, key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(decodeURIComponent(url.pathname)) ?? []
  const method = request.method ?? ''
  const body = await bodyOf(request)
  bucket.asked.push(`${method} ${key}`)
  const { objects } = bucket
  if (name !== bucket.name) return say(response, 404, 'NoSuchBucket')
  if (bucket.refuse?.(method, key)) return say(response, 403, 'AccessDenied')
  if (method === 'POST' && url.searchParams.has('delete')) {
    const keys = [...body.toString().matchAll(/<Key>(.*?)<\/Key>/gs)].map(([, found]) => plain(found!))
    for (const one of keys) objects.delete(one)
    return xml(response, '<DeleteResult/>')
  }
  if (method === 'GET' && key === '') return xml(response, listing(bucket, url.searchParams))
  if (method === 'HEAD' && key === '') return void response.writeHead(200).end()
  if (method === 'PUT') {
    if (request.headers['if-none-match'] === '*' && objects.has(key)) return say(response, 412, 'PreconditionFailed')
    const from = request.headers['x-amz-copy-source']
    const source = from === undefined ? undefined : decodeURIComponent(String(from)).replace(/^\/?[^/]*\//, '')
    const content = source === undefined ? body : objects.get(source)
    if (content === undefined) return say(response, 404, 'NoSuchKey')
    objects.set(key, content)
    if (source === undefined) return void response.writeHead(200, { etag: etagOf(content) }).end()
    return xml(response, `<CopyObjectResult><ETag>${etagOf(content)}</ETag></CopyObjectResult>`)
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return void response.writeHead(204).end()
  }
  const content = objects.get(key)
  if (content === undefined) return say(response, 404, 'NoSuchKey')
  give(request, response, content)
}

function give(request: IncomingMessage, response: ServerResponse, content: Buffer): void {
  const head = { etag: etagOf(content), 'last-modified': new Date(0).toUTCString(), 'accept-ranges': 'bytes' }
  const range = /^bytes=(\d+)-(\d*)$/.exec(String(request.headers.range ?? ''))
  const [from, to] = range
    ? [Number(range[1]), Math.min(Number(range[2] || Infinity), content.length - 1)]
    : [0, content.length - 1]
  if (range && from >= content.length) {
    say(response, 416, 'InvalidRange')
    return
  }
  const part = content.subarray(from, to + 1)
  const said = range ? { 'content-range': `bytes ${from}-${to}/${content.length}` } : {}
  response.writeHead(range ? 206 : 200, { ...head, ...said, 'content-length': part.length })
  response.end(request.method === 'HEAD' ? undefined : part)
}

/** Keys in their order, those behind a delimiter as one; the token is the last that was told. */
function listing({ objects, name }: Bucket, asked: URLSearchParams): string {
  const [prefix, delimiter] = [asked.get('prefix') ?? '', asked.get('delimiter') ?? '']
  const most = Number(asked.get('max-keys') ?? 1000)
  const after = asked.get('continuation-token') ?? asked.get('start-after') ?? ''
  const told = new Set<string>()
  for (const key of [...objects.keys()].sort()) {
    if (!key.startsWith(prefix)) continue
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    const shown = end === -1 ? key : key.slice(0, end + 1)
    if (shown > after && !(end !== -1 && after.startsWith(shown))) told.add(shown)
  }
  const page = [...told].slice(0, most)
  const isPrefix = (key: string) => delimiter !== '' && key.endsWith(delimiter) && key !== prefix
  const contents = page
    .filter((key) => !isPrefix(key))
    .map((key) => {
      const content = objects.get(key)!
      return `<Contents><Key>${escaped(key)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>${escaped(etagOf(content))}</ETag><Size>${content.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`
    })
  const prefixes = page
    .filter(isPrefix)
    .map((key) => `<CommonPrefixes><Prefix>${escaped(key)}</Prefix></CommonPrefixes>`)
  const more = told.size > page.length
  return `<ListBucketResult><Name>${name}</Name><Prefix>${escaped(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${more}</IsTruncated>${
    more ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : ''
  }${contents.join('')}${prefixes.join('')}</ListBucketResult>`
}

/** What was sent, without the frame in which some clients send it: SIZE;... CRLF bytes CRLF ... 0 and sums. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const all = Buffer.concat(chunks)
  if (!String(request.headers['x-amz-content-sha256'] ?? '').startsWith('STREAMING-')) return all
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = all.indexOf('\r\n', at)
    const size = Number.parseInt(all.toString('latin1', at, end), 16)
    if (!(size > 0)) return Buffer.concat(parts)
    parts.push(all.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

function etagOf(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`
}

function say(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
}

function xml(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function plain(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
