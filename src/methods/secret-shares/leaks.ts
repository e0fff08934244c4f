import type { ShareScheme } from '../../shares/scheme.js'

const UNPINNED =
  'The key of the oblivious function was taken from the server that answered: somebody in its place, or a server with a key for each client, holds what its holder was to hold alone.'

/** What each scheme leaves open, in plain words. */
export function leaks(scheme: ShareScheme, t: number, pinned: boolean): string[] {
  return [
    'Which rows hold the same query, how often and when it was asked, whether it can be read or not.',
    'How many persons asked a query, and roughly how long it is (one of a few size classes).',
    `Whoever controls ${t} user ids of the log can open any query that they can guess and ask.`,
    'Once a query is open it is open to all, in all its rows, also the earlier ones.',
    'A query asked by many can still name somebody: a famous person, a family name, a place.',
    ...(scheme === 'oblivious'
      ? [
          'Whoever holds the key can test guesses by asking the oblivious function, which limits the rate; both together can test them freely.',
          ...(pinned ? [] : [UNPINNED]),
        ]
      : ['Whoever holds the key can test whether a query that they guess was asked, and by which user ids.']),
    ...(scheme === 'shamir' || scheme === 'unanimous'
      ? ['Persons collide at points, so a query may need more persons than t; the guarantee is a lower bound.']
      : []),
  ]
}
