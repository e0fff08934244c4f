import { fail } from '../base/errors.js'
import type { ValuesOf } from '../base/params.js'
import { type Asked, evenChances, lowest } from '../privacy/relatives.js'
import { type DifferentiallyPrivate, ITEMS, NEIGHBOURS, type Numbers, promise } from '../release/guarantee.js'
import { PHRASE_WORDS } from '../release/phrases.js'

const EPSILON = {
  type: 'real',
  min: 0,
  max: 100,
  open: true,
  help: 'what one person can change: odds by a factor of at most e^epsilon',
  advice:
    'Choose epsilon: 1 is cautious, ln 10 = 2.3 is what the sources use, above 10 little is promised. lethe release METHOD --explain shows what a choice costs.',
} as const
const DELTA = {
  type: 'real',
  min: 0,
  max: 0.1,
  open: true,
  help: 'the chance that the promise fails',
  advice: 'Choose delta far below one in the number of persons: 1e-6 for a hundred thousand, 1e-8 for millions.',
} as const

/** Goes with `items: phrases`, wherever phrases can be asked for. */
export const PHRASE_WORDS_PARAM = {
  type: 'whole',
  min: 1,
  max: PHRASE_WORDS.most,
  optional: true,
  help: `longest phrase, in words, where items are phrases; default ${PHRASE_WORDS.usual}`,
} as const

/** The parameters that all histograms share. */
export const itemParams = {
  epsilon: EPSILON,
  delta: DELTA,
  perUser: {
    type: 'whole',
    min: 1,
    max: 1000,
    default: 20,
    help: 'items that a person may give',
  },
  items: { type: 'choice', of: ITEMS, default: 'queries', help: 'what is counted' },
  phraseWords: PHRASE_WORDS_PARAM,
  neighbours: {
    type: 'choice',
    of: NEIGHBOURS,
    default: 'add-remove',
    help: 'which logs must be hard to tell apart: one person more, or one person other',
  },
  minUsers: {
    type: 'whole',
    min: 1,
    max: 1_000_000,
    default: 1,
    help: 'persons that an item needs, whatever else holds (tau)',
  },
  choose: {
    type: 'choice',
    of: ['random', 'frequent'],
    default: 'random',
    help: "which of a person's items count, where there are too many: any, or those asked most often",
  },
} as const
export type ItemValues = ValuesOf<typeof itemParams>

/** Noise is drawn from scales up to 2^20: beyond that nothing would be left anyway. */
const LEAST_RATE = 2 ** -19

export function asked({
  epsilon,
  delta,
  perUser,
  minUsers,
  neighbours,
}: Pick<ItemValues, 'epsilon' | 'delta' | 'perUser' | 'minUsers' | 'neighbours'>): Asked {
  if (epsilon / (2 * perUser) < LEAST_RATE)
    fail(
      'usage',
      `--epsilon ${epsilon} is too small for ${perUser} items a person`,
      'Choose a larger epsilon, or let a person give fewer items.',
    )
  return { epsilon, delta, m: perUser, tau: minUsers, neighbours }
}

/** How the relatives compare at the same total (epsilon, delta). */
export function comparison(wanted: Asked): Readonly<Record<string, unknown>> {
  const chances = evenChances(wanted)
  return { lowest: lowest(chances), evenChances: chances }
}

/** A number for people: four digits are enough. */
export function short(value: number): string {
  const rounded = Number(value.toPrecision(4))
  return rounded > 0 && rounded < 1e-3 ? rounded.toExponential() : String(rounded)
}

/** The promise of a histogram, and what all of them rest on and leave open. */
export function dpGuarantee(
  numbers: Omit<Extract<Numbers, { kind: 'dp' }>, 'kind'>,
  unit: string,
  more: { readonly assumptions?: readonly string[] } = {},
): DifferentiallyPrivate {
  const { items, counts, usersBound } = numbers
  return promise(
    { kind: 'dp', ...numbers },
    {
      unit,
      assumptions: [
        'Noise was drawn once and is kept secret; a release from repeatable chance is an experiment and promises nothing.',
        'Each further release about the same persons adds to what is spent; the ledger of the population adds it up.',
        ...(usersBound === undefined ? [] : [`The log has at most ${usersBound} persons.`]),
        ...(more.assumptions ?? []),
      ],
      notProtected: [
        `What many persons have in common: that ${items} are frequent is what the release tells${counts ? ', and about how frequent' : ''}.`,
        'Several persons who act together, such as a family on several ids: the promise is for one at a time.',
        ...(items === 'phrases'
          ? [
              'What stands together: phrases that overlap can often be put together to the longer text that many persons share.',
            ]
          : []),
        'How long the run took, and what it needed of memory and disk.',
      ],
    },
  )
}
