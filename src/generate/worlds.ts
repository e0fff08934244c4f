import { PROFILES, type Profile, WEB_1, type WorldParameters } from './parameters.js'

/** What a calibrated world changes in web-1, and in its profiles. */
interface Change {
  readonly world: Partial<WorldParameters>
  readonly profiles: Readonly<Partial<Record<Profile, Partial<WorldParameters>>>>
}

/** Each is calibrated and frozen: a change of any number needs a new name, since others compare figures made with it. */
export const WORLDS: Readonly<Record<string, Change>> = {
  'web-1': { world: {}, profiles: {} },
  // Places, stars, brands and families keep company of their own; adult terms are as frequent as in real logs; who asks much does so on fewer days.
  'web-2': {
    world: { adult: 0.02, company: 0.5, wares: 0.12, families: 0.6, starOffset: 12 },
    profiles: {
      clicks: { company: 0.8, wares: 0.14, crowding: 0.2 },
      heavy: {
        company: 0.55,
        wares: 0.1,
        families: 0.75,
        crowding: 0.52,
        sameDay: 0.13,
        sessionGoesOn: 0.71,
        stock: 2.5,
        stockWindow: 60,
        routine: 0.3,
        errandRoutine: 0.5,
        settling: 1.5,
        recent: 0.9,
        shared: 0.3,
      },
    },
  },
}

/** The numbers of a profile in the world of that name; a name of its own is another world with the numbers of web-1. */
export function parametersOf(profile: Profile, overrides: Partial<WorldParameters>): WorldParameters {
  const { name = WEB_1.name } = overrides
  const { world, profiles } = Object.hasOwn(WORLDS, name) ? WORLDS[name]! : WORLDS[WEB_1.name]!
  return { ...WEB_1, ...world, ...PROFILES[profile], ...profiles[profile], ...overrides }
}
