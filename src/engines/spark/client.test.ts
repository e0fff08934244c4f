import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parseAddress } from './address.js'
import { connectTo } from './client.js'

/** A server of something else; its port. */
async function listens(speak: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    speak(socket)
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

// Not only must what is asked end with a word: a connection that fails again afterwards must not end the program (vitest tells what nobody caught).
test.each([
  ['HTTP of before', '', (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\nzqbody')],
  ['noise', '', (socket: Socket) => void socket.write(Buffer.alloc(1000, 'zq'))],
  ['another protocol that waits', '', (socket: Socket) => void socket.once('data', () => socket.end('SSH-2.0-zq\r\n'))],
  ['no TLS', ';use_ssl=true', (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\nzqbody')],
])('who speaks something else is told apart from a cluster: %s', async (_, more, speak) => {
  const port = await listens(speak)
  const client = await connectTo(parseAddress(`sc://127.0.0.1:${port}/${more}`), {})
  const statement = async () => {
    for await (const _ of client.execute({ root: { sql: { query: 'SELECT 1' } } })) expect.unreachable()
  }
  for (const asked of [client.version, statement, () => client.option('a'), () => client.ship('f', new Uint8Array(9))])
    await expect(asked()).rejects.toMatchObject({
      code: 'refused',
      message: `what answers at sc://127.0.0.1:${port} does not speak as a Spark Connect server does`,
    })
  await client.close()
})
