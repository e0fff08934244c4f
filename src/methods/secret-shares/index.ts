import { fail } from '../../base/errors.js'
import type { ValuesOf } from '../../base/params.js'
import { promise } from '../../release/guarantee.js'
import { parseRotation } from '../../shares/epochs.js'
import { type ObliviousServer, obliviousServer } from '../../shares/oblivious/seeds.js'
import { MAX_N, MAX_T, SHARE_SCHEMES, type Sharing } from '../../shares/scheme.js'
import { share } from '../../shares/seal/log.js'
import { defineMethod } from '../method.js'
import { leaks } from './leaks.js'

const params = {
  t: {
    type: 'whole',
    min: 2,
    max: MAX_T,
    help: 'persons who must have asked a query before it can be read',
    advice:
      'Choose how many persons must have asked a query before anyone can read it: 5 hides little, 30 is what Google offers in the EU. lethe inspect shows what each opens.',
  },
  scheme: {
    type: 'choice',
    of: SHARE_SCHEMES,
    default: 'field',
    help: 'field: any t persons open a query; shamir: t of n points; unanimous: all of t buckets; oblivious: as field, with a second party that holds half of the key',
  },
  n: { type: 'whole', min: 2, max: MAX_N, default: 1000, help: 'points of the scheme shamir' },
  epoch: {
    type: 'text',
    is: 'LENGTH',
    default: 'none',
    help: 'how long a key lasts: none (for ever), day, week, month, year, or days such as 30d; persons count within an epoch',
  },
  server: {
    type: 'text',
    is: 'URL',
    help: 'scheme oblivious: where lethe oprf-server listens',
  },
  serverKey: {
    type: 'text',
    is: 'KEY',
    help: "scheme oblivious: the server's public keys, from its holder (lethe oprf-server --print-public-key)",
  },
  serverToken: {
    type: 'text',
    is: 'KEY',
    help: 'scheme oblivious: the token that the server asks for, a file like a key',
  },
  unpinned: {
    type: 'switch',
    help: 'scheme oblivious: take whatever key the server gives; the release says that this is not protected',
  },
} as const
type Values = ValuesOf<typeof params>

function sharingOf({ scheme, t, n }: Values): Sharing {
  if (scheme === 'shamir' && n < t)
    fail('usage', '--n must not be smaller than --t', 'With fewer points than t no query could ever be read.')
  return { scheme, t, n }
}

/** The other party of the scheme oblivious. */
function serverOf(values: Values): ObliviousServer | undefined {
  return values.scheme === 'oblivious' ? obliviousServer(values) : undefined
}

/** Secret-shared queries: readable only once t persons have asked. */
export default defineMethod<typeof params>({
  name: 'secret-shares',
  summary: 'replace each query by a tag and a share; t persons together make it readable',
  paper: { key: 'Adar07', title: 'User 4XXXXX9: Anonymizing Query Logs, section 5.2' },
  params,
  acts: () => 'per-row',
  needs: () => 'sql',
  requires: ['person'],
  makes: () => 'shares',
  readsRaw: () => false,
  writesTags: () => true,
  attacks: ['guess-dictionary', 'invert-tokens'],
  pace: 3,
  usual: [{ t: [5, 10, 30, 50] }],
  guarantee: (values, unit) => {
    const { scheme, t } = sharingOf(values)
    const epoch = parseRotation(values.epoch)
    return promise(
      { kind: 'threshold-reveal', t, scheme, ...(epoch === 'none' ? {} : { epoch }) },
      {
        unit,
        assumptions: [
          scheme === 'oblivious'
            ? 'The custodian and the holder of the oblivious function do not work together.'
            : 'The key stays with the custodian, or is destroyed.',
          'Keyed BLAKE3 cannot be told from a random function.',
        ],
        notProtected: leaks(scheme, t, values.serverKey !== undefined),
      },
    )
  },
  destroys: () => undefined,
  derived: (values) => ({ field: '2^128 - 159', secretBits: 128, persons: personsNeeded(values) }),
  ready: serverOf,
  run: (log, values, on) => share(log, sharingOf(values), parseRotation(values.epoch), serverOf(values), on),
})

/** How many persons open a query with probability one half, and 0.99: more than t only where they collide in buckets or points. */
function personsNeeded(values: Values): { readonly half: number; readonly nearlyAll: number } {
  const { scheme, t, n } = sharingOf(values)
  if (scheme === 'field' || scheme === 'oblivious') return { half: t, nearlyAll: t }
  const places = scheme === 'shamir' ? n : t
  // occupied[i]: the probability that the persons so far stand at i distinct places, t or more taken as t
  let occupied = [1, ...new Array<number>(t).fill(0)]
  let half: number | undefined
  for (let persons = 1; ; persons++) {
    occupied = occupied.map((_, i) => {
      const stay = occupied[i]! * (i === t ? 1 : i / places)
      return i === 0 ? 0 : stay + occupied[i - 1]! * (1 - (i - 1) / places)
    })
    const open = occupied[t]!
    if (half === undefined && open >= 0.5) half = persons
    if (open >= 0.99) return { half: half ?? persons, nearlyAll: persons }
  }
}
