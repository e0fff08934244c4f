import { readFileSync } from 'node:fs'
import { fail, fromSystem } from '../base/errors.js'
import { checkTemplate } from '../peer/node/engine.js'
import { type Friend, openHome } from '../peer/node/home.js'
import { CONSENT, type RunningPeer, startPeer } from '../peer/node/peer.js'
import { JSON_RULES, readRules } from '../peer/node/results.js'
import { checkListen, peerId, readInvitation } from '../peer/node/transport.js'

const LISTEN = '/ip4/0.0.0.0/tcp/4001'
const PORT = 4080

/** Whose peer: the folder where it keeps what it is and whom it knows. */
export interface PeerHome {
  /** LETHE_PEER_HOME, or .lethe-peer at home, where not said. */
  readonly home?: string
}

/** How a peer runs. All but `from`, `consent` and `signal` is remembered for the next start. */
export interface PeerOptions extends PeerHome {
  /** URL of the search engine, {searchTerms} where the query goes. */
  readonly search?: string
  /** A file that says where results are in its answer: JSON paths or HTML selectors. */
  readonly rules?: string
  /** Address of this machine to ask the search engine from. */
  readonly from?: string
  /** Where friends reach this peer. */
  readonly listen?: string
  /** Port of the local search page; 0 for any. */
  readonly port?: number
  /** Is asked once, with what one agrees to. */
  readonly consent?: (text: string) => boolean | Promise<boolean>
  readonly signal?: AbortSignal
}

/** Starts a peer; it runs until it is closed or its signal is given. */
export async function peer(options: PeerOptions = {}): Promise<RunningPeer> {
  const at = openHome(options.home)
  const known = at.memory()
  const template = options.search ?? known.search
  const rules = options.rules ?? known.rules
  const listen = options.listen ?? known.listen ?? LISTEN
  const port = options.port ?? known.port ?? PORT
  if (template === undefined)
    fail(
      'usage',
      'no search engine is named',
      'Say where to search: --search "https://engine.example/search?q={searchTerms}"',
    )
  checkTemplate(template)
  checkListen(listen)
  const found = rules === undefined ? JSON_RULES : readRules(readText(rules), rules)
  if (known.consent === undefined) {
    if (!(await options.consent?.(CONSENT)))
      fail('refused', 'a peer does not start without your consent', 'Type yes when asked, or give --consent.')
    at.remember({ consent: new Date().toISOString() })
  }
  at.remember({ search: template, ...(rules === undefined ? {} : { rules }), listen, port })
  const engine = { template, rules: found, ...(options.from === undefined ? {} : { from: options.from }) }
  const running = await startPeer({ home: at, engine, listen, port })
  options.signal?.addEventListener('abort', () => void running.close(), { once: true })
  return running
}

/** What a friend needs to add this peer. */
export async function peerInvitation(
  options: PeerHome & { readonly address?: string } = {},
): Promise<{ readonly invitation: string; readonly id: string }> {
  const at = openHome(options.home)
  const id = await peerId(at)
  const listen = at.memory().listen ?? LISTEN
  const port = /\/tcp\/(\d+)/.exec(listen)?.[1] ?? '4001'
  const listed = /^\/ip[46]\/([^/]+)/.exec(listen)?.[1]
  const host = options.address ?? (listed === '0.0.0.0' || listed === '::' ? undefined : listed)
  if (host === undefined)
    fail(
      'usage',
      'under which address do friends reach this machine?',
      'Name it: lethe peer invite --address 192.0.2.7',
    )
  const kind = /^\d+\.\d+\.\d+\.\d+$/.test(host) ? 'ip4' : host.includes(':') ? 'ip6' : 'dns4'
  return { invitation: `/${kind}/${host}/tcp/${port}/p2p/${id}`, id }
}

/** Lists a friend by their invitation; friends must list each other. */
export async function addFriend(
  invitation: string,
  options: PeerHome & { readonly name?: string } = {},
): Promise<Friend> {
  const at = openHome(options.home)
  const { id, address } = readInvitation(invitation)
  if (id === (await peerId(at))) fail('usage', 'this invitation is your own', 'Give it to a friend, and add theirs.')
  const others = at.friends().filter((friend) => friend.id !== id)
  const before = at.friends().find((friend) => friend.id === id)
  const addresses = [...new Set([address, ...(before?.addresses ?? [])])].slice(0, 5)
  const friend = { id, name: options.name ?? before?.name ?? `friend ${others.length + 1}`, addresses }
  at.keepFriends([...others, friend])
  return friend
}

/** Strikes a friend off, by name or id. */
export function removeFriend(friend: string, { home }: PeerHome = {}): readonly Friend[] {
  const at = openHome(home)
  const isMeant = ({ id, name }: Friend) => id === friend || name === friend
  const struck = at.friends().filter(isMeant)
  if (struck.length === 0) fail('usage', 'no such friend is listed', 'lethe peer friends lists them.')
  at.keepFriends(at.friends().filter((one) => !isMeant(one)))
  return struck
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
