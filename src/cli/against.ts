import type { Command } from 'commander'
import { fail } from '../base/errors.js'

/** A release, and the log that it is held against, where one was named. */
export interface Against {
  readonly release: string
  readonly logs: readonly string[] | undefined
}

/** The one grammar of verbs that look at a release: VERB RELEASE --against LOG... */
export function withAgainst(command: Command, release: string, why: string): Command {
  return command.argument('[release...]', release).option('--against <log...>', why)
}

/**
 * What was named. A flag that takes several words also takes a release that comes after it: of these the last is meant then.
 * `older` reads words as they were written before there was one grammar.
 */
export function releaseAgainst(
  verb: string,
  words: readonly string[],
  against: readonly string[] | undefined,
  older: (words: readonly string[]) => Against | undefined = () => undefined,
): Against {
  const before = against === undefined ? older(words) : undefined
  if (before !== undefined) return before
  const [release, ...more] = words
  if (more.length > 0)
    fail('usage', 'one release at a time can be looked at', `Write lethe ${verb} RELEASE --against LOG.`)
  if (release !== undefined) return { release, logs: against }
  const last = against?.at(-1)
  if (last !== undefined && against !== undefined && against.length > 1)
    return { release: last, logs: against.slice(0, -1) }
  return fail('usage', 'no release was named', `Write lethe ${verb} RELEASE --against LOG.`)
}
