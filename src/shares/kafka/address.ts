import { readFileSync } from 'node:fs'
import { labelOf } from '../../base/address.js'
import { fail } from '../../base/errors.js'
import { guess } from '../../base/guess.js'

/** A topic and how its brokers are talked to. */
export interface TopicAddress {
  /** As it may be shown. */
  readonly label: string
  readonly brokers: readonly string[]
  readonly topic: string
  readonly sasl?: { readonly mechanism: Mechanism; readonly username: string; readonly password: string }
  readonly tls?: { readonly ca?: Buffer; readonly cert?: Buffer; readonly key?: Buffer }
  /** Milliseconds after which a reader that is not heard of counts as gone. */
  readonly session: number
}

const MECHANISMS = { plain: 'PLAIN', 'scram-sha-256': 'SCRAM-SHA-256', 'scram-sha-512': 'SCRAM-SHA-512' } as const
type Mechanism = (typeof MECHANISMS)[keyof typeof MECHANISMS]

const OPTIONS = ['tls', 'ca', 'cert', 'key', 'sasl', 'session'] as const
type Options = Partial<Record<(typeof OPTIONS)[number], string>>
const SESSION_MS = 10_000
const PORT = 9092

export const ADDRESS_HELP = 'Write kafka://host:9092/topic, several brokers with commas between them.'

export function isTopicAddress(arg: string): boolean {
  return /^\s*kafka:/i.test(arg)
}

/** Reads kafka://user:password@host:port,host:port/topic?options; user and password may come from the environment instead. */
export function topicAddress(arg: string, env: NodeJS.ProcessEnv = process.env): TopicAddress {
  const label = labelOf(arg)
  const [, whom, hosts = '', topic = '', rest = ''] =
    /^\s*kafka:\/\/(?:([^/?#@]*)@)?([^/?#@]+)\/([^/?#@]+)(?:\?([^#@]*))?$/i.exec(arg) ?? []
  if (!/^[\w.-]{1,249}$/.test(topic)) fail('usage', `the address ${label} names no topic`, ADDRESS_HELP)
  const brokers = hosts.split(',').map((host) => brokerOf(host, label))
  const options = optionsOf(rest, label)
  const session = Number(options.session ?? SESSION_MS)
  if (!(Number.isInteger(session) && session >= 300))
    fail('usage', `the option session of ${label} is no number of milliseconds`, 'Write session=10000.')
  const tls = tlsOf(options, label)
  const sasl = saslOf(whom, options, label, env)
  if (sasl?.mechanism === 'PLAIN' && tls === undefined && !brokers.every(onThisMachine))
    fail(
      'refused',
      `sasl=plain would send the password to ${label} for all to read`,
      'Add tls=true, or use sasl=scram-sha-512.',
    )
  return { label, brokers, topic, session, ...(tls === undefined ? {} : { tls }), ...(sasl && { sasl }) }
}

function brokerOf(host: string, label: string): string {
  const [, name, port = PORT] = /^(\[[\da-f:]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i.exec(host) ?? []
  return name === undefined ? fail('usage', `a broker of ${label} is not understood`, ADDRESS_HELP) : `${name}:${port}`
}

function onThisMachine(broker: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]):/.test(broker)
}

function optionsOf(rest: string, label: string): Options {
  const pairs = rest.split('&').filter((word) => word !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      if (!(OPTIONS as readonly string[]).includes(name))
        fail(
          'usage',
          `${label} has an option that is not known`,
          `${guess(name, [...OPTIONS])}There are ${OPTIONS.join(', ')}.`,
        )
      return [name, decoded(value.join('='))]
    }),
  )
}

function tlsOf({ tls, ca, cert, key }: Options, label: string): TopicAddress['tls'] {
  if (tls !== undefined && tls !== 'true' && tls !== 'false')
    fail('usage', `the option tls of ${label} is true or false`, 'Write tls=true.')
  const files = Object.entries({ ca, cert, key }).flatMap(([name, file]) =>
    file === undefined ? [] : [[name, readFileSync(file)]],
  )
  if (tls === 'false' && files.length > 0)
    fail('usage', `${label} names certificates and says tls=false`, 'Leave one of them out.')
  return tls === 'true' || files.length > 0 ? Object.fromEntries(files) : undefined
}

function saslOf(whom: string | undefined, { sasl }: Options, label: string, env: NodeJS.ProcessEnv) {
  const [name, ...rest] = whom?.split(':') ?? []
  const username = name ? decoded(name) : env.LETHE_KAFKA_USER
  const password = rest.length > 0 ? decoded(rest.join(':')) : env.LETHE_KAFKA_PASSWORD
  if (username === undefined && sasl === undefined) return undefined
  const known = Object.entries(MECHANISMS).find(([word]) => word === (sasl ?? 'scram-sha-512').toLowerCase())
  if (known === undefined)
    fail(
      'usage',
      `the option sasl of ${label} is not known`,
      `There are ${Object.keys(MECHANISMS).join(', ')}; the last where none is named.`,
    )
  if (!username || !password)
    fail(
      'usage',
      `${label} asks for user and password, and one is missing`,
      'Set LETHE_KAFKA_USER and LETHE_KAFKA_PASSWORD, or write kafka://user:password@host/topic.',
    )
  return { mechanism: known[1], username, password }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    return fail('usage', 'an address holds a % that stands for nothing', 'Write %25 for a percent sign.', cause)
  }
}
