import { Command } from 'commander'
import { defined } from '../base/defined.js'
import { oprfPublicKeys, oprfServer } from '../index.js'
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
  const { port, rate, epoch, key: keyFile, token: tokenFile } = flags
  const also = listOf(flags.also)
  if (flags.printPublicKey) {
    process.stdout.write(await oprfPublicKeys({ keyFile, epoch, also }, flags.days))
    return
  }
  const { url, keyId, publicKeys, close, closed } = await oprfServer({
    ...{ keyFile, epoch, also, port, rate },
    hosts: listOf(flags.host),
    proxies: listOf(flags.trustProxy),
    ...defined({ tokenFile }),
  })
  if (flags.json) printJson({ url, keyId, publicKeys })
  else print(`listening on ${url} with the key ${keyId}; Ctrl-C ends`)
  process.once('SIGINT', close).once('SIGTERM', close)
  await closed
}

function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',').map((one) => one.trim())
}
