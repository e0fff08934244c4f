import { networkInterfaces } from 'node:os'
import { fail } from '../../base/errors.js'
import type { Friend, Home } from './home.js'
import type { Invitation } from './pages/friends.js'
import { peerId, readInvitation } from './transport.js'

/** Where the page of a friend most likely is: the port that a peer takes where none is said. */
export const PAGE_PORT = 4080
export const LISTEN = '/ip4/0.0.0.0/tcp/4001'
const NAME_AT_MOST = 60

/** Lists a friend by their invitation, or by the link that holds it; friends must list each other. */
export async function listFriend(home: Home, invitation: string, name?: string): Promise<Friend> {
  const { id, address } = readInvitation(bareInvitation(invitation))
  if (id === (await peerId(home))) fail('usage', 'this invitation is your own', 'Give it to a friend, and add theirs.')
  const others = home.friends().filter((friend) => friend.id !== id)
  const before = home.friends().find((friend) => friend.id === id)
  const addresses = [...new Set([address, ...(before?.addresses ?? [])])].slice(0, 5)
  const called = name?.replace(/\p{Cc}/gu, ' ').slice(0, NAME_AT_MOST)
  const friend = { id, name: called ?? before?.name ?? `friend ${others.length + 1}`, addresses }
  home.keepFriends([...others, friend])
  return friend
}

/** Strikes a friend off, by name or id. */
export function strikeOff(home: Home, friend: string): readonly Friend[] {
  const isMeant = ({ id, name }: Friend) => id === friend || name === friend
  const struck = home.friends().filter(isMeant)
  if (struck.length === 0) fail('usage', 'no such friend is listed', 'lethe peer friends lists them.')
  home.keepFriends(home.friends().filter((one) => !isMeant(one)))
  return struck
}

function bareInvitation(text: string): string {
  const link = text.trim()
  if (!/^https?:/i.test(link) || !URL.canParse(link)) return link
  return new URL(link).searchParams.get('invitation') ?? link
}

/** What a friend needs who reaches this machine at `host`, or where it listens; undefined where that does not say. */
export function invitationOf(id: string, listen: string, host?: string): Invitation | undefined {
  const port = /\/tcp\/(\d+)/.exec(listen)?.[1] ?? '4001'
  const listed = /^\/[a-z0-9]+\/([^/]+)/.exec(listen)?.[1]
  const at = host ?? (listed === '0.0.0.0' || listed === '::' ? undefined : listed)
  if (at === undefined || !/^[\w.:-]+$/.test(at)) return undefined
  const kind = /^\d+\.\d+\.\d+\.\d+$/.test(at) ? 'ip4' : at.includes(':') ? 'ip6' : 'dns4'
  const text = `/${kind}/${at}/tcp/${port}/p2p/${id}`
  return { text, link: `http://127.0.0.1:${PAGE_PORT}/friends?invitation=${encodeURIComponent(text)}` }
}

/** Addresses of this machine under which others may reach it. */
export function ownHosts(listen: string): readonly string[] {
  const listed = /^\/[a-z0-9]+\/([^/]+)/.exec(listen)?.[1] ?? ''
  if (listed !== '0.0.0.0' && listed !== '::') return [listed]
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address)
}
