import type { S3Client } from '@aws-sdk/client-s3'
import picomatch from 'picomatch'
import { fail, LetheError } from '../../base/errors.js'
import { s3Client } from '../../base/s3-client.js'
import type { Inlet, InputFile } from '../input-file.js'
import { spool } from '../spool.js'
import { unreachable } from './network.js'
import { changed, inParts, type Part } from './parts.js'

/** s3://bucket/key, or with a pattern s3://bucket/logs/*.parquet: objects in the order of their keys. */
export async function fetchS3(arg: string, nth: number, inlet: Inlet): Promise<InputFile[]> {
  const place = placeOf(arg)
  const s3 = await s3Client()
  try {
    const files: InputFile[] = []
    for (const key of await keysOf(s3, place, inlet.signal)) {
      const label = `s3://${place.bucket}/${key}`
      const ask = asker(s3, { bucket: place.bucket, key }, label, inlet.signal)
      files.push(await spool(inParts(ask, label, inlet.signal), label, nth + files.length, inlet))
    }
    return files
  } finally {
    s3.destroy()
  }
}

interface Place {
  readonly bucket: string
  readonly key: string
}

function placeOf(arg: string): Place {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]*)\/?(.*)$/is.exec(arg) ?? []
  if (bucket.includes('@'))
    fail('usage', 'an s3 address holds no keys', 'Give them as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  if (bucket === '' || key === '')
    fail('usage', 'an s3 address names a bucket and a key', 'Write s3://bucket/logs/day.tsv or s3://bucket/logs/*.gz.')
  return { bucket, key }
}

const PATTERN = /[*?[{]/

/** The keys that a pattern means, or the one key. */
async function keysOf(s3: S3Client, { bucket, key }: Place, signal: AbortSignal | undefined): Promise<string[]> {
  const start = key.search(PATTERN)
  if (start === -1) return [key]
  const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3')
  const label = `s3://${bucket}/${key}`
  const matches = picomatch(key, { dot: true, nonegate: true })
  const keys: string[] = []
  const pages = paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: key.slice(0, start) })
  try {
    for await (const { Contents = [] } of pages) {
      signal?.throwIfAborted()
      keys.push(...Contents.flatMap(({ Key }) => (Key !== undefined && matches(Key) ? [Key] : [])))
    }
  } catch (cause) {
    signal?.throwIfAborted()
    throw told(label, cause) ?? cannot(label, cause)
  }
  if (keys.length === 0) fail('input', `no key matches ${label}`, 'Check the pattern: * stays between two slashes.')
  return keys.sort()
}

function asker(s3: S3Client, { bucket, key }: Place, label: string, signal: AbortSignal | undefined) {
  return async (from: number, to: number, of: Part['of']): Promise<Part> => {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3')
    const input = { Bucket: bucket, Key: key, Range: `bytes=${from}-${to}`, ...(of ? { IfMatch: of.mark } : {}) }
    try {
      const { Body, ContentRange, ETag } = await s3.send(
        new GetObjectCommand(input),
        signal ? { abortSignal: signal } : {},
      )
      const size = /\/(\d+)$/.exec(ContentRange ?? '')?.[1]
      const body = Body as unknown as AsyncIterable<Uint8Array>
      if (size === undefined || ETag === undefined) return of === undefined ? { body, of: undefined } : changed(label)
      return { body, of: { size: Number(size), mark: ETag } }
    } catch (cause) {
      if (statusOf(cause) === 416 && from === 0) return { body: nothing(), of: undefined } // an empty object has no parts
      if (statusOf(cause) === 412 || (of !== undefined && statusOf(cause) === 416)) changed(label)
      throw told(label, cause) ?? cause
    }
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function statusOf(cause: unknown): number | undefined {
  return (cause as { readonly $metadata?: { readonly httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode
}

const KEYS = 'Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_PROFILE, and the rights that go with them.'

/** What is final, in our words; undefined for what may go better another time. */
function told(label: string, cause: unknown): LetheError | undefined {
  if (cause instanceof LetheError) return cause
  const { name, message } = cause as Error
  const said = (what: string, next: string) => new LetheError('input', what, { next, cause })
  if (name === 'NoSuchBucket') return said(`there is no bucket for ${label}`, 'Check its name.')
  if (name === 'NoSuchKey' || statusOf(cause) === 404) return said(`there is no ${label}`, 'Check bucket and key.')
  if (name === 'CredentialsProviderError') return said(`no keys were given for ${label}`, KEYS)
  if (/region is missing/i.test(message)) return said(`no region is named for ${label}`, 'Set AWS_REGION.')
  const status = statusOf(cause)
  if (status === 401 || status === 403) return said(`${label} may not be read with these keys`, KEYS)
  if (status === 301 || status === 400)
    return said(`${label} is not read this way (${status})`, 'Check bucket, AWS_REGION and AWS_ENDPOINT_URL.')
  return unreachable(label, cause)
}

function cannot(label: string, cause: unknown): LetheError {
  return new LetheError('input', `${label} cannot be listed`, { next: 'Check AWS_ENDPOINT_URL, and try again.', cause })
}
