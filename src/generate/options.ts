import { fail } from '../base/errors.js'
import { PROFILES, type Profile, WEB_1, type WorldParameters } from './parameters.js'
import { loadWorld } from './world-file.js'
import { parametersOf } from './worlds.js'

export interface GenerateOptions {
  readonly users: number
  /** 92 by default (7 for site search). */
  readonly days?: number
  readonly seed: number
  /** Name of a world, a file with the numbers of one, or the numbers themselves. */
  readonly world?: string | Partial<WorldParameters>
  /** Other weeks of the same people: 1 for the stretch of `days` after the first, 2 for the one after that. */
  readonly samePeople?: number
  readonly profile?: Profile
  /** First day, YYYY-MM-DD. */
  readonly start?: string
}

export interface Resolved {
  readonly users: number
  readonly days: number
  readonly seed: number
  readonly samePeople: number
  /** Days since 1970. */
  readonly firstDay: number
  readonly parameters: WorldParameters
}

function whole(name: string, value: number, least: number, most: number): number {
  if (!Number.isSafeInteger(value) || value < least || value > most)
    fail('usage', `${name} must be a whole number from ${least} to ${most}`)
  return value
}

function dayOf(start: string): number {
  const time = Date.parse(`${start}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(start) || Number.isNaN(time))
    fail('usage', 'the first day is not a date', 'Write it as YYYY-MM-DD.')
  return time / 86_400_000
}

export function resolve(options: GenerateOptions): Resolved {
  const profile = options.profile ?? 'web'
  if (!Object.hasOwn(PROFILES, profile))
    fail('usage', 'unknown profile', `Use one of ${Object.keys(PROFILES).join(', ')}.`)
  const world = options.world ?? WEB_1.name
  const overrides = typeof world === 'string' ? loadWorld(world) : world
  return {
    users: whole('users', options.users, 0, 500_000_000),
    days: whole('days', options.days ?? (profile === 'site-search' ? 7 : 92), 1, 36_500),
    seed: whole('seed', options.seed, 0, 2 ** 32 - 1),
    samePeople: whole('same-people', options.samePeople ?? 0, 0, 1000),
    firstDay: dayOf(options.start ?? '2006-03-01'),
    parameters: parametersOf(profile, overrides),
  }
}
