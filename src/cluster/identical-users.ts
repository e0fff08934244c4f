import { counted } from '../base/counted.js'
import type { Params } from '../base/params.js'
import { type Guarantee, type IdenticalUsers, promise } from '../release/guarantee.js'

/** Parameters that all ways to make k users identical share. */
export const identicalParams = {
  k: {
    type: 'whole',
    min: 2,
    max: 1_000_000,
    help: 'persons who come out identical',
    advice:
      'Choose how many persons share one history: what is shown of a person falls as 1/k. The source finds 3 a good trade between exposure and loss; 10 is cautious.',
  },
  minUsers: {
    type: 'whole',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    help: 'persons who must have asked a query before it is shown; default k; 1 shows what a single person asked',
  },
  l: {
    type: 'whole',
    min: 1,
    max: 1000,
    default: 1,
    help: 'top-level categories that every history must touch',
  },
  knowledge: {
    type: 'text',
    is: 'KNOWLEDGE',
    default: 'wordnet',
    help: 'the category tree: wordnet, odp:FOLDER (a DMOZ dump) or table:FILE (path, tab, title)',
  },
} as const satisfies Params

/** The parameter of methods that partition by MDAV. */
export const centroidParam = {
  type: 'choice',
  of: ['exact', 'sample', 'average'],
  default: 'exact',
  help: 'the centroid of MDAV: the user nearest to all others (exact), or to a sample of 200; average: what all of them come to, who need be no user',
} as const

interface IdenticalValues {
  readonly k: number
  readonly minUsers?: number | undefined
  readonly l: number
  readonly knowledge: string
  /** Of the method that can do without a tree. */
  readonly semantics?: 'tree' | 'none'
}

/** What all methods are that make k users identical, whatever they compare users by. */
export const identicalMethod = {
  acts: () => 'global' as const,
  needs: () => 'columns' as const,
  requires: ['person'],
  readsRaw: () => false,
  rewrites: () => true,
  mixes: true,
  writesTags: () => false,
  shows: () => ({ link: 'user' }) as const,
  guarantee: identicalUsers,
  leaves: identicalLeaves,
  warns: identicalWarns,
  destroys: (promise: Guarantee, { k }: { readonly k: number }) => identicalDestroys(promise, k),
  attacks: ['link-records', 'partial-knowledge'],
} as const

function identicalUsers(values: IdenticalValues, unit: string, cut = false): IdenticalUsers {
  const { k, minUsers = k, l } = values
  return promise(
    { kind: 'identical-users', k, minUsers, l, ...(l > 1 ? { categories: categoriesOf(values) } : {}) },
    {
      unit,
      assumptions: [
        'The custodian does not release another version of the same log.',
        ...(cut
          ? [
              `Persons are compared and made identical with all that they asked: the sessions of an earlier step are put together again, and each ${unit} has one history.`,
            ]
          : []),
      ],
      notProtected: [
        minUsers > 1
          ? `${k} identical users do not mean harmless text: a query that ${minUsers} persons asked can still name somebody. Put rare-queries with a larger k, or scrub, in front.`
          : `${k} identical users do not mean harmless text: a history can hold a query that only one person ever asked. Ask for --min-users ${k} or more, or put rare-queries and scrub in front.`,
        `What a group has in common: whoever knows that a person is in the log, and what the person asks, may find the group and learn what its ${k} members ask${l > 1 ? '' : ', which may be one thing only'}.`,
        `Someone who can add ${counted(k - 1, 'user')} to the log can have a person grouped with them.`,
        'How many persons the log has.',
      ],
    },
  )
}

/** Of what top-level categories are: without a tree every query is one. */
function categoriesOf({ knowledge, semantics }: IdenticalValues): NonNullable<IdenticalUsers['categories']> {
  if (semantics === 'none') return 'queries'
  return knowledge === 'wordnet' ? 'wordnet' : 'own'
}

/** What is true of a release where rare text was not taken out before; printed on every run. */
function identicalWarns({ k, minUsers = k }: { readonly k: number; readonly minUsers?: number | undefined }): string[] {
  return minUsers < k
    ? [
        `--min-users ${minUsers}: a representative can hold a query that ${minUsers === 1 ? 'only one person' : `only ${minUsers} persons`} ever asked; put rare-queries and scrub in front`,
      ]
    : []
}

/** Queries stay those of persons; hosts are made anew for a group, and stand beside whichever of its queries is shown. */
function identicalLeaves(promise: Guarantee): Guarantee {
  if (promise.kind !== 'k-users-per-query' && promise.kind !== 'k-users-per-ngram') return promise
  return { ...promise, hostK: 0, notProtected: [...promise.notProtected, HOSTS] }
}

const HOSTS =
  'Which host stands beside a query: hosts are what those of a group have in common on the right, and need not have been clicked for that query.'

/** Which promises about the input hold no longer once histories are mixed. */
function identicalDestroys(promise: Guarantee, k: number): string | undefined {
  switch (promise.kind) {
    case 'k-m':
      return promise.k > k
        ? 'a representative puts together what no person asked, and only k persons share it'
        : undefined
    case 'dp':
    case 'threshold-reveal':
      return 'its output is no log of queries'
    default:
      return undefined
  }
}
