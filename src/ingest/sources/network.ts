import { LetheError } from '../../base/errors.js'

type Cause = { readonly code?: unknown; readonly cause?: unknown; readonly errors?: unknown } | null | undefined

/** The code of an error, or of what it came of. */
function codesOf(cause: unknown, depth = 0): string[] {
  const { code, cause: deeper, errors } = (cause ?? {}) as NonNullable<Cause>
  if (depth > 4) return []
  const inside = [deeper, ...(Array.isArray(errors) ? (errors as unknown[]) : [])].filter((one) => one !== undefined)
  return [...(typeof code === 'string' ? [code] : []), ...inside.flatMap((one) => codesOf(one, depth + 1))]
}

const CERTIFICATE = /CERT|SSL|TLS|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

/** A host that cannot be talked to, in our words; undefined where something else went wrong. */
export function unreachable(label: string, cause: unknown): LetheError | undefined {
  const codes = codesOf(cause)
  const is = (...words: readonly string[]) => codes.some((code) => words.includes(code))
  const said = (message: string, next: string) => new LetheError('input', message, { next, cause })
  if (is('ENOTFOUND', 'EAI_AGAIN'))
    return said(`the host of ${label} is not known`, 'Check its name and the connection to the network.')
  if (is('ECONNREFUSED', 'ENOENT'))
    return said(`nobody answers at ${label}`, 'Check host and port, and whether the server runs.')
  if (is('ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH'))
    return said(`${label} does not answer in time`, 'Check host and port, and whether a wall stands between.')
  if (codes.some((code) => CERTIFICATE.test(code)))
    return said(
      `the certificate of ${label} is not trusted here`,
      'Name its authority in NODE_EXTRA_CA_CERTS, or ask who runs the server.',
    )
  return undefined
}

/** Was it the network, so that it may go better in a moment? */
export function mayPass(cause: unknown): boolean {
  return codesOf(cause).length > 0
}

/** A source that was there, and then was not. */
export function wentAway(label: string, cause: unknown): LetheError {
  return new LetheError('input', `${label} went away while it was read`, {
    next: 'Nothing was made of it. Start again when it is back.',
    cause,
  })
}
