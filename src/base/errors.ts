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

/** What a system may run out of, or refuse, and what helps. */
export const LIMITS = {
  disk: ['the disk is full', 'Free some space, or name another place with --temp DIR or -o DIR.'],
  files: ['this program may not open as many files as it needs', 'Let it open more: ulimit -n 1024.'],
  memory: ['this program may not use as much memory as it needs', 'Let it use more: ulimit -v unlimited.'],
  size: ['a file may not become as large as it must', 'Allow larger files: ulimit -f unlimited.'],
} as const

export function limited(what: keyof typeof LIMITS, cause?: unknown): LetheError {
  const [message, next] = LIMITS[what]
  return new LetheError('output', message, { next, ...(cause === undefined ? {} : { cause }) })
}

/** A fault of ours: what whoever meets it can do for us without giving anything away. */
export const REPORT_FAULT =
  'This is a fault of Lethe. Please report it: lethe --version, the verb and its flags without names and texts, and what --verbose adds, which quotes no data.'

/** A failure that the operating system reported, in our words; undefined for everything else. */
export function fromSystem(cause: unknown): LetheError | undefined {
  if (cause instanceof RangeError && /allocation failed|could not allocate|out of memory/i.test(cause.message))
    return limited('memory', cause)
  const { code, path } = (cause ?? {}) as { readonly code?: unknown; readonly path?: unknown }
  if (!(cause instanceof Error) || typeof code !== 'string') return undefined
  if (code === 'ERR_INVALID_ARG_VALUE' && /without null bytes/.test(cause.message))
    return new LetheError('input', 'the name of a file holds a NUL character', {
      next: 'Give its name as it is.',
      cause,
    })
  if (code === 'ERR_DLOPEN_FAILED')
    return /map segment|allocate memory/.test(cause.message)
      ? limited('memory', cause)
      : new LetheError('output', 'the data engine cannot be loaded', { next: 'Install it again: npm install.', cause })
  if (!/^E[A-Z0-9]+$/.test(code)) return undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return limited('disk', cause)
  if (code === 'EMFILE' || code === 'ENFILE') return limited('files', cause)
  if (code === 'EFBIG') return limited('size', cause)
  const what = typeof path === 'string' ? path : 'a file'
  if (code === 'EACCES' || code === 'EPERM')
    return new LetheError('input', `${what} cannot be opened (permission denied)`, { next: 'Check its rights.', cause })
  return new LetheError('input', `${what} cannot be used (${code})`, { next: 'Check the name and the disk.', cause })
}
