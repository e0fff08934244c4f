import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { fail } from '../../base/errors.js'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Is the server asked for by a name of its own? A page in a browser of this machine can have its name resolved to this machine; its requests
 * carry that name, or say which page they are from.
 */
export function isForUs({ headers }: IncomingMessage, names: readonly string[]): boolean {
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  return headers.origin === undefined && [...LOOPBACK, ...names].includes(name)
}

/** The addresses and networks of proxies that may say for whom they ask. */
export function trustedProxies(list: readonly string[]): BlockList {
  const trusted = new BlockList()
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const most = family === 'ipv6' ? 128 : 32
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
      fail('usage', `'${entry.slice(0, 50)}' is no address of a proxy`, 'Write 127.0.0.1 or 10.0.0.0/8.')
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return trusted
}

/**
 * Who is asking: the other end of the connection, or, where that is a trusted proxy, whom it names. Of a chain of proxies the last that is not
 * trusted counts: what stands before it can be made up by whoever asks.
 */
export function clientOf({ socket, headers }: IncomingMessage, trusted: BlockList): string {
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  const named = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const chain = [...named, socket.remoteAddress ?? ''].map(plainAddress).reverse()
  let client = chain[0]!
  for (const address of chain) {
    if (isIP(address) === 0) break
    client = address
    if (!isTrusted(address)) break
  }
  return network(client)
}

/** 10.0.0.1 for ::ffff:10.0.0.1, without brackets and ports. */
function plainAddress(text: string): string {
  const address = text.trim().replace(/^\[(.*)\](?::\d+)?$/, '$1')
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

/** One household has 2^64 addresses of the sixth version: they are one client. */
function network(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  const gap = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...new Array<string>(Math.max(0, gap)).fill('0'), ...groups(tail ?? '')]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
