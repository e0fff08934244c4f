import { CommanderError } from 'commander'
import { sayable, secretsOf } from '../base/address.js'
import { fromSystem, LetheError, REPORT_FAULT } from '../base/errors.js'

/** 2 for everything that a caller can mend; 130 after Ctrl-C. */
export function exitStatus(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof LetheError && error.code === 'interrupted') return 130
  if (error instanceof LetheError && error.code === 'cannot-check') return 3
  return 2
}

/** One or two plain lines on standard error: what happened, what to do next. */
export function report(error: unknown, verbose: boolean): void {
  if (error instanceof CommanderError) return // commander has said it already
  const known = error instanceof LetheError ? error : fromSystem(error)
  // A fault of ours may carry text of the log in its message: only its kind is shown.
  const message = known?.message ?? `internal fault (${error instanceof Error ? error.name : 'unknown'})`
  process.stderr.write(`lethe: ${printable(message)}\n`)
  const next = known ? (known.next ?? (known.code === 'internal' ? REPORT_FAULT : undefined)) : REPORT_FAULT
  if (next !== undefined) process.stderr.write(`${printable(next)}\n`)
  if (verbose && error instanceof Error)
    process.stderr.write(
      `${(error.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .join('\n')}\n`,
    )
}

/** Text without control characters: file and column names must not steer the terminal. */
export function printable(text: string): string {
  return withoutSecrets(text).replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
}

/** Text in which an address of the command line, which may hold a password, is its label; also one of which only the beginning is quoted. */
export function withoutSecrets(text: string, words: readonly string[] = process.argv): string {
  return words.reduce((so, word) => {
    const label = sayable(word)
    if (label === word) return so
    const forms = [word, label, word.slice(0, 60), word.slice(0, 40)].map((form) => form.replace(/[\W]/g, '\\$&'))
    const named = so.replace(new RegExp(forms.join('|'), 'g'), () => label)
    return secretsOf(word).reduce((text, secret) => text.replaceAll(secret, '...'), named)
  }, text)
}
