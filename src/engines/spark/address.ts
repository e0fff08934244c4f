import { fail } from '../../base/errors.js'

/** Where a cluster listens, and how it is spoken to. */
export interface Address {
  /** As it may be told: without the token. */
  readonly label: string
  readonly url: string
  readonly token: string | undefined
  readonly user: string
  /** Where tables of the run are kept while it runs; the cluster's own place for tables if there is none. */
  readonly scratch: string | undefined
}

const PORT = 15002
const KNOWN = new Set(['token', 'use_ssl', 'user_id', 'scratch'])
const NEXT = 'Write it as in sc://host:15002 or sc://host:15002/;token=WORD;use_ssl=true;scratch=s3a://bucket/folder.'

export function isAddress(given: string): boolean {
  return given.startsWith('sc://')
}

/** Reads sc://host:port/;name=value;... as other clients of Spark Connect do. */
export function parseAddress(given: string): Address {
  const match = /^sc:\/\/([^/;:]+|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}))?\/?(?:;(.*))?$/.exec(given)
  if (!match) return fail('usage', 'that is no address of a cluster', NEXT)
  const [, host, port = String(PORT), rest = ''] = match
  const said = new Map<string, string>()
  for (const pair of rest.split(';').filter((part) => part !== '')) {
    const at = pair.indexOf('=')
    const name = at < 0 ? pair : pair.slice(0, at)
    if (at < 0 || !KNOWN.has(name)) fail('usage', `the address of a cluster has no ${name.slice(0, 40)}`, NEXT)
    said.set(name, decodeURIComponent(pair.slice(at + 1)))
  }
  const secure = said.get('use_ssl') === 'true'
  const token = said.get('token') ?? process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN
  return {
    label: `sc://${host}:${port}`,
    url: `${secure ? 'https' : 'http'}://${host}:${port}`,
    token,
    user: said.get('user_id') ?? 'lethe',
    scratch: said.get('scratch')?.replace(/\/+$/, ''),
  }
}
