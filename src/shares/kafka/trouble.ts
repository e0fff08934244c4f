import { LetheError } from '../../base/errors.js'
import { unreachable } from '../../ingest/sources/network.js'

/** What the client makes of an answer of a broker, or of none; some hold others. */
interface Failure {
  readonly code?: unknown
  readonly apiId?: unknown
  readonly cause?: unknown
  readonly errors?: unknown
}

/** All words by which a failure can be known: codes, and the names that the protocol gives to errors. */
function wordsOf(cause: unknown, depth = 0): string[] {
  if (depth > 6 || typeof cause !== 'object' || cause === null) return []
  const { code, apiId, cause: deeper, errors } = cause as Failure
  const inside = [deeper, ...(Array.isArray(errors) ? (errors as unknown[]) : [])]
  return [
    ...[code, apiId].filter((word) => typeof word === 'string'),
    ...inside.flatMap((one) => wordsOf(one, depth + 1)),
  ]
}

export function isKnownAs(cause: unknown, ...words: readonly string[]): boolean {
  return wordsOf(cause).some((word) => words.includes(word))
}

type Said = readonly [words: readonly string[], message: string, next: string]

const SAID: readonly Said[] = [
  [
    ['PLT_KFK_AUTHENTICATION', 'SASL_AUTHENTICATION_FAILED', 'UNSUPPORTED_SASL_MECHANISM', 'ILLEGAL_SASL_STATE'],
    'does not accept user and password',
    'Check LETHE_KAFKA_USER, LETHE_KAFKA_PASSWORD, and the option sasl of the address (plain, scram-sha-256, scram-sha-512).',
  ],
  [
    ['UNKNOWN_TOPIC_OR_PARTITION', 'UNKNOWN_TOPIC_ID'],
    'has no such topic',
    'Create it first: its partitions and how long it keeps rows are yours to choose.',
  ],
  [
    ['TOPIC_AUTHORIZATION_FAILED', 'GROUP_AUTHORIZATION_FAILED', 'CLUSTER_AUTHORIZATION_FAILED'],
    'is not allowed to this user',
    'Ask for the right to read topic and group, and to write to the topic of the shares.',
  ],
  [
    ['INVALID_SESSION_TIMEOUT'],
    'does not take such a session',
    'Choose another number of milliseconds: ?session=10000.',
  ],
  [
    ['PLT_KFK_UNSUPPORTED_COMPRESSION'],
    'holds messages in a compression that this Node cannot undo',
    'zstd needs Node 22.15 or newer; gzip, snappy and lz4 do not.',
  ],
  [['INVALID_TOPIC_EXCEPTION'], 'is no name of a topic there', 'Check the address.'],
]

/** What went wrong between us and the brokers of an address, in our words: the client's own may quote what it was given. */
export function told(where: string, cause: unknown): LetheError {
  if (cause instanceof LetheError) return cause
  const label = cause instanceof BrokerTrouble ? cause.label : where
  const [, message, next] = SAID.find(([words]) => isKnownAs(cause, ...words)) ?? []
  if (message !== undefined) return new LetheError('input', `${label} ${message}`, next ? { next, cause } : { cause })
  return (
    unreachable(label, cause) ??
    new LetheError('input', `${label} cannot be talked to (${wordsOf(cause).at(-1) ?? 'for an unknown reason'})`, {
      next: 'Check host and port, whether a broker answers there, and whether it wants TLS (?tls=true).',
      cause,
    })
  )
}

/** Would it be the same the next time? Everything else may pass: brokers start anew, groups are put together again. */
export function stays(cause: unknown): boolean {
  return SAID.some(([words]) => isKnownAs(cause, ...words))
}

/** Is it the brokers or the way to them, and not our own disk or a fault of ours? */
export function fromBroker(cause: unknown): boolean {
  return !(cause instanceof LetheError) && wordsOf(cause).some((word) => word.startsWith('PLT_KFK_'))
}

/** Did a broker answer, if only that it cannot do it now? */
export function answered(cause: unknown, depth = 0): boolean {
  if (depth > 6 || typeof cause !== 'object' || cause === null) return false
  const { apiId, cause: deeper, errors } = cause as Failure
  if (typeof apiId === 'string') return true
  return [deeper, ...(Array.isArray(errors) ? (errors as unknown[]) : [])].some((one) => answered(one, depth + 1))
}

/** Trouble with the brokers of one address, where there are two. */
export class BrokerTrouble extends Error {
  readonly label: string

  constructor(label: string, cause: unknown) {
    super('trouble with brokers', { cause })
    this.label = label
  }
}

export function noTopic(label: string): BrokerTrouble {
  return new BrokerTrouble(label, { code: 'PLT_KFK_RESPONSE', apiId: 'UNKNOWN_TOPIC_OR_PARTITION' })
}
