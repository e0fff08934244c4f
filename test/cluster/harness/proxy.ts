import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { createServer as createTlsServer } from 'node:tls'

/** A way to a server that can be cut. */
export interface Cable {
  readonly port: number
  /** From now on nothing gets through, and nobody is told: the network is gone, the connections are not. */
  cut(): void
  /** What was held back gets through, and all that follows. */
  mend(): void
  /** Closes all connections, as a machine that starts anew does. */
  reset(): void
  stop(): Promise<void>
}

/** Starts a proxy on loopback before a port of loopback; with a key and a certificate it speaks TLS to clients. */
export async function startProxy(to: number, tls?: { readonly key: Buffer; readonly cert: Buffer }): Promise<Cable> {
  const sockets = new Set<Socket>()
  let gate = Promise.resolve()
  let open = () => {}
  const through = async (from: Socket, to: Socket) => {
    sockets.add(from)
    const held = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        await gate
        yield chunk
      }
      await gate
    }
    await pipeline(from, held, to).catch(() => {}) // closed by either side: so is the other
    sockets.delete(from)
  }
  const joined = (client: Socket) => {
    const server = connect(to, '127.0.0.1')
    void through(client, server)
    void through(server, client)
  }
  const listener = tls === undefined ? createServer(joined) : createTlsServer({ ...tls, ALPNProtocols: ['h2'] }, joined)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const reset = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (listener.address() as AddressInfo).port,
    cut: () => {
      gate = new Promise((resolve) => (open = resolve))
    },
    mend: () => open(),
    reset,
    async stop() {
      open()
      reset()
      listener.close()
      await once(listener, 'close')
    },
  }
}
