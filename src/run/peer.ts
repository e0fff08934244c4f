import { readFileSync } from 'node:fs'
import { fail, fromSystem } from '../base/errors.js'
import { ADAPTER_NAMES, ADAPTERS, type AdapterName } from '../peer/node/adapters.js'
import { checkTemplate } from '../peer/node/engine.js'
import { type Friend, openHome } from '../peer/node/home.js'
import { invitationOf, LISTEN, listFriend, PAGE_PORT, strikeOff } from '../peer/node/listing.js'
import { CONSENT, type RunningPeer, startPeer } from '../peer/node/peer.js'
import { readRules } from '../peer/node/results.js'
import { askOnPage } from '../peer/node/setup.js'
import { checkListen, peerId } from '../peer/node/transport.js'

/** Whose peer: the folder where it keeps what it is and whom it knows. */
export interface PeerHome {
  /** LETHE_PEER_HOME, or .lethe-peer at home, where not said. */
  readonly home?: string
}

/** How a peer runs. All but `from`, `consent`, `log` and `signal` is remembered for the next start. */
export interface PeerOptions extends PeerHome {
  /** URL of the search engine, {searchTerms} where the query goes. */
  readonly search?: string
  /** A file that says where results are in its answer: JSON paths or HTML selectors. */
  readonly rules?: string
  /** How it is asked and answers: json, html, form, searxng or ubi. */
  readonly adapter?: string
  /** Address of this machine to ask the search engine from. */
  readonly from?: string
  /** Where friends reach this peer. */
  readonly listen?: string
  /** Port of the local search page; 0 for any. */
  readonly port?: number
  /** Is asked once, with what one agrees to. */
  readonly consent?: (text: string) => boolean | Promise<boolean>
  /** Is told when a friend comes and goes. */
  readonly log?: (line: string) => void
  readonly signal?: AbortSignal
}

/** Starts a peer; it runs until it is closed or its signal is given. */
export async function peer(options: PeerOptions = {}): Promise<RunningPeer> {
  const at = openHome(options.home)
  const known = at.memory()
  const template = options.search ?? known.search
  const rules = options.rules ?? known.rules
  const listen = options.listen ?? known.listen ?? LISTEN
  const port = options.port ?? known.port ?? PAGE_PORT
  const adapter = adapterOf(options.adapter ?? known.adapter)
  if (template === undefined)
    fail(
      'usage',
      'no search engine is named',
      'Say where to search: --search "https://engine.example/search?q={searchTerms}"; or take the first steps in the browser: lethe peer open',
    )
  checkTemplate(template)
  checkListen(listen)
  const found = rules === undefined ? ADAPTERS[adapter ?? 'json'].rules : readRules(readText(rules), rules)
  if (known.consent === undefined) {
    if (!(await options.consent?.(CONSENT)))
      fail('refused', 'a peer does not start without your consent', 'Type yes when asked, or give --consent.')
    at.remember({ consent: new Date().toISOString() })
  }
  at.remember({ search: template, ...defined({ rules, adapter }), listen, port })
  const engine = { template, rules: found, ...defined({ adapter, from: options.from }) }
  const running = await startPeer({ home: at, engine, listen, port, ...defined({ log: options.log }) })
  options.signal?.addEventListener('abort', () => void running.close(), { once: true })
  return running
}

/** The same without a terminal: what is not known yet is asked for on the page, which `opened` is told of; then the peer starts there. */
export async function peerOnPage(
  options: Omit<PeerOptions, 'consent'> & { readonly opened: (url: string) => void },
): Promise<RunningPeer> {
  const known = openHome(options.home).memory()
  const isReady = (options.search ?? known.search) !== undefined && known.consent !== undefined
  if (isReady) {
    const running = await peer(options)
    options.opened(running.url)
    return running
  }
  const port = options.port ?? known.port ?? PAGE_PORT
  let url = ''
  const { goOn, search, adapter } = await askOnPage(port, CONSENT, (at) => {
    url = at
    options.opened(at)
  })
  const running = await peer({ ...options, search, adapter, port: Number(new URL(url).port), consent: () => true })
  goOn()
  return running
}

function adapterOf(name: string | undefined): AdapterName | undefined {
  if (name === undefined) return undefined
  const known = ADAPTER_NAMES.find((one) => one === name)
  return known ?? fail('usage', 'there is no such adapter', `There are: ${ADAPTER_NAMES.join(', ')}.`)
}

/** Without what is undefined. */
function defined<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never
}

/** What a friend needs to add this peer. */
export async function peerInvitation(
  options: PeerHome & { readonly address?: string } = {},
): Promise<{ readonly invitation: string; readonly id: string; readonly link: string }> {
  const at = openHome(options.home)
  const id = await peerId(at)
  const made = invitationOf(id, at.memory().listen ?? LISTEN, options.address)
  if (made === undefined)
    fail(
      'usage',
      'under which address do friends reach this machine?',
      'Name it: lethe peer invite --address 192.0.2.7',
    )
  return { invitation: made.text, id, link: made.link }
}

/** Lists a friend by their invitation, or its link; friends must list each other. */
export async function addFriend(
  invitation: string,
  options: PeerHome & { readonly name?: string } = {},
): Promise<Friend> {
  return listFriend(openHome(options.home), invitation, options.name)
}

/** Strikes a friend off, by name or id. */
export function removeFriend(friend: string, { home }: PeerHome = {}): readonly Friend[] {
  return strikeOff(openHome(home), friend)
}

/** The friends of a peer. */
export function friends({ home }: PeerHome = {}): readonly Friend[] {
  return openHome(home).friends()
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw fromSystem(cause) ?? cause
  }
}
