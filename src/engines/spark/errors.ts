import { LetheError, REPORT_FAULT } from '../../base/errors.js'

/** What a failed call tells: a number of the protocol, and things beside it. */
interface CallError extends Error {
  readonly code: number
  readonly details: readonly { readonly type?: string; readonly value?: Uint8Array }[]
}

const CANCELED = 1
const NOT_FOUND = 5
const PERMISSION = 7
const ABORTED = 10
const UNAVAILABLE = 14
const UNAUTHENTICATED = 16

export function isCallError(cause: unknown): cause is CallError {
  return cause instanceof Error && typeof (cause as Partial<CallError>).code === 'number' && 'details' in cause
}

/** Is it worth asking again for an answer that broke off? A server that is gone looks like our own abort first, and then unavailable. */
export function isBroken(cause: unknown): boolean {
  return isCallError(cause) && [CANCELED, ABORTED, UNAVAILABLE].includes(cause.code)
}

const WORK_FAILED = 'work failed on the cluster'

/** Failures of machines: a task that failed time and again has no class of its own. Whatever is wrong with a statement has one. */
const OF_THE_MACHINES =
  /^(TASK_WRITE_FAILED|FAILED_READ_FILE|UNABLE_TO_ACQUIRE_MEMORY|INTERNAL_ERROR_(BROADCAST|EXECUTOR|MEMORY|NETWORK|SHUFFLE|STORAGE))\b/

/**
 * Spark's messages quote statements and values of rows, so none of them is passed on: only the class of the failure, which is a word of Spark's own.
 */
export function translate(cause: unknown, label: string): LetheError {
  if (cause instanceof LetheError) return cause
  if (!isCallError(cause))
    return new LetheError('internal', 'the engine failed (in the client)', { next: REPORT_FAULT })
  if (isOfCertificate(cause))
    return new LetheError('refused', `the certificate of the cluster at ${label} is not trusted here`, {
      next: 'Check the address, and name the authority that signed it: NODE_EXTRA_CA_CERTS=FILE. Nothing was sent.',
    })
  switch (cause.code) {
    case CANCELED:
    case UNAVAILABLE:
    case ABORTED:
      return new LetheError('refused', `the cluster at ${label} does not answer, or no longer`, {
        next: 'Check the address, and that its Spark Connect server runs: lethe engine check ADDRESS. Nothing was released.',
      })
    case UNAUTHENTICATED:
    case PERMISSION:
      return new LetheError('refused', `the cluster at ${label} does not let us in`, {
        next: 'Check the token: sc://host:port/;token=WORD, or SPARK_CONNECT_AUTHENTICATE_TOKEN.',
      })
    default: {
      const said = errorClass(cause)
      if (said === undefined && isOfAnotherProtocol(cause))
        return new LetheError('refused', `what answers at ${label} does not speak as a Spark Connect server does`, {
          next: 'Check the port (15002 where nothing else was said), and ;use_ssl=true or none. Nothing was released.',
        })
      if (cause.code !== NOT_FOUND && (said === undefined || OF_THE_MACHINES.test(said)))
        return new LetheError('refused', `${WORK_FAILED}${said === undefined ? '' : ` (${said})`}`, {
          next: said?.startsWith('FAILED_READ_FILE')
            ? 'Nothing was released. A file is damaged there, or its columns are of other types than those of the files beside it: look at the log file by file.'
            : 'Nothing was released. Look at the logs of its workers, at the room on their disks and in their memory, and whether they may write to where the tables of a run are kept: lethe engine check ADDRESS tries it.',
        })
      return new LetheError('internal', `the engine failed (${said ?? 'unknown'} error)`, {
        next: cause.code === NOT_FOUND ? 'The session ended on the cluster. Start again.' : REPORT_FAULT,
      })
    }
  }
}

/** The class that stands in our words for a statement that failed, where one does (`translate`); undefined where something else is wrong. */
export function failedStatement(cause: unknown): { readonly said: string } | undefined {
  if (!(cause instanceof LetheError) || cause.code !== 'internal') return undefined
  const found = /\(([A-Z][A-Z0-9_.]+) error\)/.exec(cause.message)?.[1]
  return { said: found === undefined ? '' : ` (${found})` }
}

/** Did it come to the cluster at all, and fail there? */
export function isFailureThere(cause: unknown): boolean {
  return failedStatement(cause) !== undefined || (cause instanceof LetheError && cause.message.startsWith(WORK_FAILED))
}

/** Did the connection end at a certificate, by the word that Node has for that? */
function isOfCertificate(cause: Error): boolean {
  return /CERT|^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/.test(nodesWordFor(cause))
}

/** Did it end because the other side speaks something else? */
function isOfAnotherProtocol(cause: Error): boolean {
  return /^(ERR_HTTP2_|ERR_SSL_|EPROTO$)/.test(nodesWordFor(cause))
}

function nodesWordFor({ cause }: Error & { readonly cause?: unknown }): string {
  const { code } = (cause ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** The class of an error, from the record that Spark sends beside its message: capitals, digits, dots. */
export function errorClass(cause: unknown): string | undefined {
  if (!isCallError(cause)) return undefined
  for (const { type, value } of cause.details) {
    if (type !== 'google.rpc.ErrorInfo' || value === undefined) continue
    const pairs = entries(value)
    const found = pairs.get('errorClass')
    if (found !== undefined && /^[A-Z][A-Z0-9_.]{2,120}$/.test(found)) return found
  }
  return undefined
}

/** The map of the record (field 3: entries of key 1 and value 2); whatever else stands in it is passed over. */
function entries(bytes: Uint8Array): Map<string, string> {
  const found = new Map<string, string>()
  for (const [field, entry] of fieldsOf(bytes)) {
    if (field !== 3) continue
    const pair = new Map(fieldsOf(entry))
    const text = (nth: number) => Buffer.from(pair.get(nth) ?? new Uint8Array()).toString()
    found.set(text(1), text(2))
  }
  return found
}

/** Fields of bytes that have a length, which is all that such a record has. */
function fieldsOf(bytes: Uint8Array): [field: number, content: Uint8Array][] {
  const found: [number, Uint8Array][] = []
  let at = 0
  const number = () => {
    let [value, shift] = [0, 0]
    while (at < bytes.length) {
      const byte = bytes[at++]!
      value += (byte & 127) * 2 ** shift
      if (byte < 128) break
      shift += 7
    }
    return value
  }
  while (at < bytes.length) {
    const tag = number()
    if ((tag & 7) !== 2) break
    const length = number()
    found.push([tag >> 3, bytes.subarray(at, at + length)])
    at += length
  }
  return found
}
