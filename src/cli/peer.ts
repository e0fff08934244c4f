import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Command, Option } from 'commander'
import { counted } from '../base/counted.js'
import { fail, fromSystem } from '../base/errors.js'
import type { Home } from '../peer/node/home.js'
import { defined, print, printJson, whole } from './common.js'
import type { Verb } from './verbs.js'

interface Flags {
  readonly home?: string
  readonly json?: boolean
}

interface StartFlags extends Flags {
  readonly search?: string
  readonly engine?: string
  readonly rules?: string
  readonly from?: string
  readonly listen?: string
  readonly port?: number
  readonly consent?: boolean
}

const LISTEN = '/ip4/0.0.0.0/tcp/4001'
const PORT = 4080

const verb: Verb = {
  command: async () => {
    const peer = new Command('peer').description(
      'A search box for your browser that hides you among friends: they submit your queries, you submit theirs.',
    )
    withHome(peer.command('start', { isDefault: true }))
      .description('run the peer until Ctrl-C')
      .option('--search <template>', 'URL of the search engine, {searchTerms} where the query goes; remembered')
      .addOption(new Option('--engine <template>', 'what --search was called before').hideHelp())
      .option('--rules <file>', 'where results are in its answer: JSON paths or HTML selectors; remembered')
      .option('--from <address>', 'address of this machine to ask the search engine from')
      .option('--listen <address>', `where friends reach this peer (default: ${LISTEN}); remembered`)
      .option('--port <n>', `port of the local search page (default: ${PORT}; 0: any); remembered`, whole(0))
      .option('--consent', 'agree to what a peer does, without being asked')
      .action(start)
    withHome(peer.command('invite'))
      .description('print what a friend needs to add you')
      .option('--address <host>', 'name or address under which friends reach this machine')
      .action(invite)
    withHome(peer.command('add'))
      .argument('<invitation>', 'what the friend’s lethe peer invite printed')
      .option('--name <name>', 'what you call the friend')
      .description('list a friend; friends must list each other')
      .action(add)
    withHome(peer.command('remove'))
      .argument('<friend>', 'name or id')
      .description('strike a friend off')
      .action(remove)
    withHome(peer.command('friends')).description('list friends').action(list)
    return peer.exitOverride()
  },
}
export default verb

function withHome(command: Command): Command {
  return command
    .option('--home <dir>', 'folder of this peer (default: LETHE_PEER_HOME, or .lethe-peer at home)')
    .option('--json', 'one JSON document on standard output')
    .option('--verbose', 'more about errors')
    .exitOverride()
}

async function home(flags: Flags): Promise<Home> {
  const { openHome } = await import('../peer/node/home.js')
  return openHome(flags.home)
}

async function start(flags: StartFlags): Promise<void> {
  const at = await home(flags)
  const [{ CONSENT, startPeer }, { checkTemplate }, { JSON_RULES, readRules }, { checkListen }] = await Promise.all([
    import('../peer/node/peer.js'),
    import('../peer/node/engine.js'),
    import('../peer/node/results.js'),
    import('../peer/node/transport.js'),
  ])
  const search = flags.search ?? flags.engine
  const { search: template, rules, listen = LISTEN, port = PORT } = { ...at.memory(), ...defined({ ...flags, search }) }
  if (template === undefined)
    fail(
      'usage',
      'no search engine is named',
      'Say where to search: --search "https://engine.example/search?q={searchTerms}"',
    )
  checkTemplate(template)
  checkListen(listen)
  const found = rules === undefined ? JSON_RULES : readRules(readText(rules), rules)
  if (at.memory().consent === undefined) {
    await agree(CONSENT, flags.consent === true)
    at.remember({ consent: new Date().toISOString() })
  }
  at.remember(defined({ search: template, rules, listen, port }))
  const engine = { template, rules: found, ...defined({ from: flags.from }) }
  const peer = await startPeer({ home: at, engine, listen, port })
  const ended = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  if (flags.json)
    printJson({ url: peer.url, id: peer.id, addresses: peer.addresses, friends: peer.status().friends.length })
  else
    print(
      `Search at ${peer.url} (status: ${peer.url}/status)`,
      `You are ${peer.id}`,
      peer.status().friends.length === 0
        ? 'You have no friends here yet: every query goes out in your own name. Exchange invitations: lethe peer invite, lethe peer add.'
        : `${counted(peer.status().friends.length, 'friend is', 'friends are')} listed. Ctrl-C ends the peer.`,
    )
  await ended
  await peer.close()
}

/** The user must say yes once. */
async function agree(text: string, already: boolean): Promise<void> {
  process.stderr.write(`${text}\n`)
  if (already) return
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const said = await new Promise<string>((resolve) => {
    prompt.once('close', () => resolve(''))
    prompt.question('Type yes to agree: ').then(resolve, () => resolve(''))
  })
  prompt.close()
  if (said.trim().toLowerCase() !== 'yes')
    fail('refused', 'a peer does not start without your consent', 'Type yes when asked, or give --consent.')
}

async function invite(flags: Flags & { readonly address?: string }): Promise<void> {
  const at = await home(flags)
  const { peerId } = await import('../peer/node/transport.js')
  const id = await peerId(at)
  const listen = at.memory().listen ?? LISTEN
  const port = /\/tcp\/(\d+)/.exec(listen)?.[1] ?? '4001'
  const listed = /^\/ip[46]\/([^/]+)/.exec(listen)?.[1]
  const host = flags.address ?? (listed === '0.0.0.0' || listed === '::' ? undefined : listed)
  if (host === undefined)
    fail(
      'usage',
      'under which address do friends reach this machine?',
      'Name it: lethe peer invite --address 192.0.2.7',
    )
  const kind = /^\d+\.\d+\.\d+\.\d+$/.test(host) ? 'ip4' : host.includes(':') ? 'ip6' : 'dns4'
  const invitation = `/${kind}/${host}/tcp/${port}/p2p/${id}`
  if (flags.json) printJson({ invitation, id })
  else print(invitation)
}

async function add(invitation: string, flags: Flags & { readonly name?: string }): Promise<void> {
  const at = await home(flags)
  const { peerId, readInvitation } = await import('../peer/node/transport.js')
  const { id, address } = readInvitation(invitation)
  if (id === (await peerId(at))) fail('usage', 'this invitation is your own', 'Give it to a friend, and add theirs.')
  const others = at.friends().filter((friend) => friend.id !== id)
  const before = at.friends().find((friend) => friend.id === id)
  const addresses = [...new Set([address, ...(before?.addresses ?? [])])].slice(0, 5)
  const name = flags.name ?? before?.name ?? `friend ${others.length + 1}`
  at.keepFriends([...others, { id, name, addresses }])
  if (flags.json) printJson({ id, name, addresses })
  else print(`${name} is listed. It works when both list each other; a running peer takes it up by itself.`)
}

async function remove(friend: string, flags: Flags): Promise<void> {
  const at = await home(flags)
  const rest = at.friends().filter(({ id, name }) => id !== friend && name !== friend)
  if (rest.length === at.friends().length) fail('usage', 'no such friend is listed', 'lethe peer friends lists them.')
  const struck = at.friends().filter((one) => !rest.some(({ id }) => id === one.id))
  at.keepFriends(rest)
  if (flags.json) printJson({ removed: struck.map(({ id, name }) => ({ id, name })) })
  else print('Struck off.')
}

async function list(flags: Flags): Promise<void> {
  const at = await home(flags)
  if (flags.json) printJson({ friends: at.friends() })
  else print(...at.friends().map(({ id, name, addresses }) => `${name}  ${id}  ${addresses.join(' ')}`))
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw fromSystem(cause) ?? cause
  }
}
