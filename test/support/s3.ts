import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { signatureOf, statedIn } from './signature-v4.js'

// s3rver has no types; it is an application of Koa.
type S3rver = new (
  options: object,
) => {
  configureBuckets(): Promise<unknown>
  callback(): (request: IncomingMessage, response: ServerResponse) => void
}
const S3rver = createRequire(import.meta.url)('s3rver') as S3rver

const KEY = 'S3RVER' // the one that it knows

/** An S3 server on loopback with one bucket, `logs`. */
export interface S3Server {
  readonly url: string
  put(key: string, content: Uint8Array | string): Promise<void>
  /** Sees requests first, and has answered them where it says so. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>) | undefined
  stop(): void
}

/** Starts s3rver behind a check of signatures, which it does not make itself. */
export async function startS3(secret: string): Promise<S3Server> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true' // the tests run on an old Node on purpose
  const directory = mkdtempSync(join(tmpdir(), 'lethe-s3-'))
  mkdirSync(join(directory, 'logs'))
  const behind = new S3rver({ silent: true, directory, configureBuckets: [{ name: 'logs' }] })
  await behind.configureBuckets()
  const pass = behind.callback()
  const front = createServer(async (request, response) => {
    if (await server.intercept?.(request, response)) return
    if (isSigned(request, secret)) pass(request, response)
    else refuse(response, 403, 'SignatureDoesNotMatch')
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  const credentials = { accessKeyId: KEY, secretAccessKey: secret }
  const client = new S3Client({ endpoint: url, forcePathStyle: true, region: 'us-east-1', credentials })
  const server: S3Server = {
    url,
    intercept: undefined,
    async put(key, content) {
      const input = { Bucket: 'logs', Key: key, Body: content }
      await client.send(new PutObjectCommand({ ...input, ContentLength: Buffer.byteLength(content) }))
    },
    stop() {
      client.destroy()
      front.closeAllConnections()
      front.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return server
}

/** What a program needs to know of a server, as the usual variables say it. */
export function environmentOf({ url }: S3Server, secret: string): Readonly<Record<string, string>> {
  return { AWS_ENDPOINT_URL: url, AWS_ACCESS_KEY_ID: KEY, AWS_SECRET_ACCESS_KEY: secret, AWS_REGION: 'us-east-1' }
}

function isSigned({ method = '', url = '', headers }: IncomingMessage, secret: string): boolean {
  const { id, signature } = statedIn(headers)
  return id === KEY && signature !== undefined && signature === signatureOf({ method, url, headers }, secret)
}

/** An error as S3 writes it. */
export function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>zebra-kiwi</Message></Error>`)
}
