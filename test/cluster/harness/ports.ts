import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A port of loopback that nobody uses. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until somebody listens at a port of loopback. */
export async function listening(port: number, seconds = 30): Promise<void> {
  for (const end = Date.now() + seconds * 1000; ; await wait(50)) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch (cause) {
      if (Date.now() > end) throw cause
    } finally {
      socket.destroy()
    }
  }
}
