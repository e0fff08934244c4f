import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Command } from 'commander'
import { keyId, readKeyFile } from '../crypto/key-file.js'
import { oprfServer } from '../crypto/oprf/server.js'
import { parseRotation } from '../crypto/shares/epochs.js'
import { fail } from '../errors.js'
import { print, printJson, whole } from './common.js'
import type { Verb } from './main.js'

interface Flags {
  readonly key: string
  readonly port: number
  readonly epoch: string
  readonly also?: string
  readonly rate: number
  readonly json?: boolean
}

const verb: Verb = {
  command: async () =>
    new Command('oprf-server')
      .description(
        'The other party of the scheme oblivious: an oblivious function (RFC 9497) over HTTP, for this machine only. It holds a key of its own, sees blinded points and never a query, and limits how much each client may ask.',
      )
      .requiredOption('--key <file>', "the server's own key (see lethe keygen); not the one that rows are encoded with")
      .option('--port <n>', 'port to listen on; 0 takes a free one', whole(0), 7797)
      .option('--epoch <length>', 'how long a key lasts: none, day, week, month, year, or days such as 30d', 'none')
      .option('--also <list>', 'past epochs to serve beside that of today, with commas')
      .option('--rate <n>', 'evaluations that one client may ask for in an hour', whole(1), 100_000)
      .option('--json', 'say where it listens as one JSON document')
      .action(run),
}
export default verb

async function run(flags: Flags): Promise<void> {
  const key = readKeyFile(flags.key)
  const also = flags.also === undefined ? [] : flags.also.split(',').map((label) => label.trim())
  const server = oprfServer({ key, rotation: parseRotation(flags.epoch), also, rate: flags.rate })
  server.listen(flags.port, '127.0.0.1')
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([cause]) =>
      fail(
        'output',
        `port ${flags.port} cannot be used (${(cause as NodeJS.ErrnoException).code})`,
        'Choose another --port.',
        cause,
      ),
    ),
  ])
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  if (flags.json) printJson({ url, keyId: keyId(key) })
  else print(`listening on ${url} with the key ${keyId(key)}; Ctrl-C ends`)
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  await once(server, 'close')
}
