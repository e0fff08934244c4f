/** What went wrong, as a word that programs can test. The command line maps each to an exit status. */
export type ErrorCode =
  | 'usage' // flags or parameters do not make sense
  | 'input' // the log cannot be read as asked
  | 'refused' // understood, but would be unsound or unsafe
  | 'output' // the place to write to
  | 'cannot-check' // a claim that the given data does not let anyone check
  | 'interrupted'
  | 'internal'

/**
 * The one error of this package: what happened, and what to do next.
 * Messages never hold text of the log: no query, no user id, no URL, only names of files, columns and parameters.
 */
export class LetheError extends Error {
  override readonly name = 'LetheError'
  readonly code: ErrorCode
  /** What the reader can do about it, as a full sentence. */
  readonly next: string | undefined

  constructor(code: ErrorCode, message: string, options: { readonly next?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.next = options.next
  }
}

/** Throws a LetheError; usable as an expression. */
export function fail(code: ErrorCode, message: string, next?: string, cause?: unknown): never {
  throw new LetheError(code, message, {
    ...(next === undefined ? {} : { next }),
    ...(cause === undefined ? {} : { cause }),
  })
}

/** A failure that the operating system reported, in our words; undefined for everything else. */
export function fromSystem(cause: unknown): LetheError | undefined {
  const { code, path } = cause as { readonly code?: unknown; readonly path?: unknown }
  if (!(cause instanceof Error) || typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new LetheError('output', 'the disk is full', {
      next: 'Free some space, or name another place with --temp DIR or -o DIR.',
      cause,
    })
  }
  const what = typeof path === 'string' ? path : 'a file'
  if (code === 'EACCES' || code === 'EPERM')
    return new LetheError('input', `${what} cannot be opened (permission denied)`, { next: 'Check its rights.', cause })
  return new LetheError('input', `${what} cannot be used (${code})`, { next: 'Check the name and the disk.', cause })
}
