import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { Command, Option } from 'commander'
import { counted } from '../base/counted.js'
import { defined } from '../base/defined.js'
import { addFriend, friends, peer, peerInvitation, peerOnPage, type RunningPeer, removeFriend } from '../index.js'
import { print, printJson, whole } from './common.js'
import type { Verb } from './verbs.js'

interface Flags {
  readonly home?: string
  readonly json?: boolean
}

interface StartFlags extends Flags {
  readonly search?: string
  readonly engine?: string
  readonly rules?: string
  readonly adapter?: string
  readonly from?: string
  readonly listen?: string
  readonly port?: number
  readonly consent?: boolean
}

const verb: Verb = {
  command: async () => {
    const verb = new Command('peer').description(
      'A search box for your browser that hides you among friends: they submit your queries, you submit theirs.',
    )
    withStart(verb.command('start', { isDefault: true }))
      .description('run the peer until Ctrl-C')
      .addOption(new Option('--engine <template>', 'what --search was called before').hideHelp())
      .option('--consent', 'agree to what a peer does, without being asked')
      .action(start)
    withStart(verb.command('open'))
      .description('the same, and its page in the browser; the first steps are taken there, without a terminal')
      .action(open)
    withHome(verb.command('invite'))
      .description('print what a friend needs to add you')
      .option('--address <host>', 'name or address under which friends reach this machine')
      .action(invite)
    withHome(verb.command('add'))
      .argument('<invitation>', 'what the friend’s lethe peer invite printed')
      .option('--name <name>', 'what you call the friend')
      .description('list a friend; friends must list each other')
      .action(add)
    withHome(verb.command('remove'))
      .argument('<friend>', 'name or id')
      .description('strike a friend off')
      .action(remove)
    withHome(verb.command('friends')).description('list friends').action(list)
    return verb.exitOverride()
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

function withStart(command: Command): Command {
  return withHome(command)
    .option('--search <template>', 'URL of the search engine, {searchTerms} where the query goes; remembered')
    .option('--adapter <name>', 'what it is: json (default), html, form, searxng or ubi; remembered')
    .option('--rules <file>', 'where results are in its answer: JSON paths or HTML selectors; remembered')
    .option('--from <address>', 'address of this machine to ask the search engine from')
    .option('--listen <address>', 'where friends reach this peer (default: /ip4/0.0.0.0/tcp/4001); remembered')
    .option('--port <n>', 'port of the local search page (default: 4080; 0: any); remembered', whole(0))
}

/** What both ways to start have in common. */
function optionsOf({ engine, search = engine, ...flags }: StartFlags) {
  const { home, rules, adapter, from, listen, port } = flags
  const log = (line: string) => process.stderr.write(`lethe: ${line}\n`)
  return { ...defined({ home, search, rules, adapter, from, listen, port }), log }
}

async function start(flags: StartFlags): Promise<void> {
  const running = await peer({ ...optionsOf(flags), consent: (text) => agree(text, flags.consent === true) })
  await runOn(running, flags.json === true)
}

/** The address is told before anything is known: the first steps are taken there. */
async function open(flags: StartFlags): Promise<void> {
  const opened = (url: string) => {
    process.stderr.write(`lethe: the page is ${url}\n`)
    if (!flags.json) openInBrowser(url)
  }
  await runOn(await peerOnPage({ ...optionsOf(flags), opened }), flags.json === true)
}

/** Where no browser can be opened, the address has been told. */
function openInBrowser(url: string): void {
  const opener = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open'
  const child = spawn(opener, [url], { stdio: 'ignore', detached: true })
  child.once('error', () => {})
  child.unref()
}

/** Tells where it is, and waits for its end. */
async function runOn({ url, id, addresses, status, close }: RunningPeer, json: boolean): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  const listed = status().friends.length
  if (json) printJson({ url, id, addresses, friends: listed })
  else
    print(
      `Search at ${url} (status: ${url}/status)`,
      `You are ${id}`,
      listed === 0
        ? 'You have no friends here yet: every query goes out in your own name. Exchange invitations: lethe peer invite, lethe peer add.'
        : `${counted(listed, 'friend is', 'friends are')} listed. Ctrl-C ends the peer.`,
    )
  await ended
  await close()
}

/** The user must say yes once. */
async function agree(text: string, already: boolean): Promise<boolean> {
  process.stderr.write(`${text}\n`)
  if (already) return true
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const said = await new Promise<string>((resolve) => {
    prompt.once('close', () => resolve(''))
    prompt.question('Type yes to agree: ').then(resolve, () => resolve(''))
  })
  prompt.close()
  return said.trim().toLowerCase() === 'yes'
}

async function invite({ home, address, json }: Flags & { readonly address?: string }): Promise<void> {
  const made = await peerInvitation(defined({ home, address }))
  if (json) printJson(made)
  else print(made.invitation)
}

async function add(invitation: string, flags: Flags & { readonly name?: string }): Promise<void> {
  const friend = await addFriend(invitation, defined({ home: flags.home, name: flags.name }))
  if (flags.json) printJson(friend)
  else print(`${friend.name} is listed. It works when both list each other; a running peer takes it up by itself.`)
}

async function remove(friend: string, { home, json }: Flags): Promise<void> {
  const struck = await removeFriend(friend, defined({ home }))
  if (json) printJson({ removed: struck.map(({ id, name }) => ({ id, name })) })
  else print('Struck off.')
}

async function list({ home, json }: Flags): Promise<void> {
  const listed = await friends(defined({ home }))
  if (json) printJson({ friends: listed })
  else print(...listed.map(({ id, name, addresses }) => `${name}  ${id}  ${addresses.join(' ')}`))
}
