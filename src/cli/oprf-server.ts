import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Command } from 'commander'
import { fail } from '../base/errors.js'
import { keyId, readKeyFile } from '../crypto/key-file.js'
import { epochOf, parseRotation, type Rotation } from '../shares/epochs.js'
import { trustedProxies } from '../shares/oblivious/clients.js'
import { parsePublicKeys, publicKeysText } from '../shares/oblivious/public-keys.js'
import { oprfServer } from '../shares/oblivious/server.js'
import { print, printJson, whole } from './common.js'
import type { Verb } from './verbs.js'

interface Flags {
  readonly key: string
  readonly port: number
  readonly epoch: string
  readonly also?: string
  readonly days?: string
  readonly rate: number
  readonly host?: string
  readonly token?: string
  readonly trustProxy?: string
  readonly printPublicKey?: boolean
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
      .option(
        '--token <file>',
        'ask clients for this token (made by lethe keygen -o FILE); they give it with --server-token',
      )
      .option('--host <names>', 'names under which a proxy asks for it, with commas; by others it is not answered')
      .option('--trust-proxy <list>', 'addresses of proxies (10.0.0.2, 10.0.0.0/8) whose X-Forwarded-For says who asks')
      .optionsGroup('For its clients:')
      .option('--print-public-key', 'print the public keys that clients pin with --server-key FILE, and stop')
      .option('--days <from..to>', 'with it: those of the epochs of these days, such as 2006-03-01..2006-05-31')
      .optionsGroup('In general:')
      .option('--json', 'say where it listens as one JSON document')
      .addHelpText(
        'after',
        `
Examples:
  lethe keygen -o server.key
  lethe oprf-server --key server.key --print-public-key > server.pub   (for the custodians, by another way than this server)
  lethe oprf-server --key server.key
  lethe release secret-shares log.tsv --t 5 --scheme oblivious --server http://127.0.0.1:7797 --server-key server.pub ...`,
      )
      .action(run),
}
export default verb

async function run(flags: Flags): Promise<void> {
  const key = readKeyFile(flags.key)
  const rotation = parseRotation(flags.epoch)
  const also = listOf(flags.also)
  const today = new Date().toISOString().slice(0, 10)
  const epochs = [epochOf(rotation, today), ...also, ...epochsOf(rotation, flags.days)]
  const publicKeys = publicKeysText(key, epochs)
  if (flags.printPublicKey) {
    process.stdout.write(publicKeys)
    return
  }
  const server = oprfServer({
    key,
    rotation,
    also,
    rate: flags.rate,
    hosts: listOf(flags.host).map((name) => name.toLowerCase()),
    proxies: trustedProxies(listOf(flags.trustProxy)),
    ...(flags.token === undefined ? {} : { token: readKeyFile(flags.token) }),
  })
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
  if (flags.json) printJson({ url, keyId: keyId(key), publicKeys: parsePublicKeys(publicKeys, 'its keys').digest })
  else print(`listening on ${url} with the key ${keyId(key)}; Ctrl-C ends`)
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  await once(server, 'close')
}

function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',').map((one) => one.trim())
}

const DAY = 86_400_000
const MOST_DAYS = 40_000

/** The epochs that the days of a span fall into. */
function epochsOf(rotation: Rotation, days: string | undefined): string[] {
  if (days === undefined) return []
  const [, from = '', to = ''] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(days) ?? []
  const [first, last] = [Date.parse(from), Date.parse(to)]
  if (!(first <= last && last - first < MOST_DAYS * DAY))
    fail('usage', '--days is no span of days', 'Write it as in 2006-03-01..2006-05-31.')
  const all = Array.from({ length: (last - first) / DAY + 1 }, (_, i) => new Date(first + i * DAY).toISOString())
  return [...new Set(all.map((day) => epochOf(rotation, day.slice(0, 10))))]
}
