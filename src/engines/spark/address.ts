import { fail } from '../../base/errors.js'

/** Where a cluster listens, and how it is spoken to. */
export interface Address {
  /** As it may be told: without the token. */
  readonly label: string
  readonly url: string
  /** Does it listen on this machine, by its name? */
  readonly isHere: boolean
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

const TOKEN_NEXT = 'It goes as ;token=WORD in the address, or as SPARK_CONNECT_AUTHENTICATE_TOKEN.'

/** Reads sc://host:port/;name=value;... as other clients of Spark Connect do. Nothing of an address that is wrong is told: what is in the wrong place may be a token. */
export function parseAddress(given: string): Address {
  const match = /^sc:\/\/([A-Za-z0-9._-]+|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}))?\/?(?:;(.*))?$/.exec(given)
  const [, host, port = String(PORT), rest = ''] = match ?? []
  if (!match || !URL.canParse(`http://${host}:${port}`)) return fail('usage', 'that is no address of a cluster', NEXT)
  const said = settingsOf(rest)
  const secure = said.get('use_ssl')
  if (secure !== undefined && secure !== 'true' && secure !== 'false')
    fail('usage', 'use_ssl in the address of a cluster is true or false', NEXT)
  const token = said.get('token') ?? (process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN || undefined)
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    fail('usage', 'a token of a cluster is made of visible ASCII characters', TOKEN_NEXT)
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host ?? '')
  if (token !== undefined && secure === undefined && !isHere)
    fail(
      'refused',
      'a token would cross the network as it is',
      'Add ;use_ssl=true to the address, or ;use_ssl=false where the line is safe by other means.',
    )
  return {
    label: `sc://${host}:${port}`,
    url: `${secure === 'true' ? 'https' : 'http'}://${host}:${port}`,
    isHere,
    token,
    user: said.get('user_id') ?? 'lethe',
    scratch: said.get('scratch')?.replace(/\/+$/, ''),
  }
}

function settingsOf(rest: string): Map<string, string> {
  const said = new Map<string, string>()
  for (const pair of rest.split(';').filter((part) => part !== '')) {
    const [, name = '', value = ''] =
      /^([a-z_]{1,40})=(.*)$/s.exec(pair) ?? fail('usage', 'that is no address of a cluster', NEXT)
    if (!KNOWN.has(name)) fail('usage', `the address of a cluster has no ${name}`, NEXT)
    said.set(name, decoded(value))
  }
  return said
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return fail(
      'usage',
      'a setting in the address of a cluster is not well encoded',
      'A percent sign is written as %25.',
    )
  }
}
