import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server on loopback for the length of a test; returns where it is. */
export async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Answers with a file, in parts where they are asked for, if its mark is still the one that goes with them. */
export function giveParts(request: IncomingMessage, response: ServerResponse, content: Buffer, etag: string): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const same = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  if (from === undefined || to === undefined || !same) {
    response.writeHead(200, { etag, 'content-length': content.length }).end(content)
    return
  }
  const part = content.subarray(Number(from), Number(to) + 1)
  const range = `bytes ${from}-${Number(from) + part.length - 1}/${content.length}`
  if (part.length === 0) response.writeHead(416).end()
  else response.writeHead(206, { etag, 'content-range': range, 'content-length': part.length }).end(part)
}
