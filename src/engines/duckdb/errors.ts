import { LetheError, limited, REPORT_FAULT } from '../../base/errors.js'

/**
 * The engine's messages quote the statement and the value that failed, so none of them is passed on: only what kind of
 * failure it was.
 */
export function translate(cause: unknown): LetheError {
  if (cause instanceof LetheError) return cause
  const message = ownWords(cause instanceof Error ? cause.message : '')
  if (/no space left|disk is full|max_temp_directory_size|could not write all bytes/i.test(message)) {
    return limited('disk')
  }
  if (/too many open files/i.test(message)) return limited('files')
  if (/file too large/i.test(message)) return limited('size')
  if (/out of memory|failed to allocate|could not allocate/i.test(message)) {
    return new LetheError('refused', 'the engine ran out of memory', {
      next: 'Give it more with --memory, for instance --memory 4GiB.',
    })
  }
  if (/permission denied|read-only file system/i.test(message)) {
    return new LetheError('output', 'a file cannot be written (permission denied)', {
      next: 'Check the rights of the output folder.',
    })
  }
  if (/data corruption|frame descriptor|doesn't match checksum/i.test(message)) {
    return new LetheError('input', 'a packed file is truncated or damaged', {
      next: 'Copy or pack it again; nothing was read from it.',
    })
  }
  const kind = /^([A-Z][A-Za-z ]*?) Error/.exec(message)?.[1] ?? 'unknown'
  return new LetheError('internal', `the engine failed (${kind} error)`, {
    next: REPORT_FAULT,
  })
}

/** What the engine itself says: where it stumbles over a value it quotes the row, and a row must not be able to say that the disk is full. */
function ownWords(message: string): string {
  const aboutValues = /^(Invalid Input|Conversion|Out of Range|Mismatch Type|Invalid Type|Constraint) Error/.test(
    message,
  )
  return aboutValues ? message.split(/["'\n]/, 1)[0]! : message
}
