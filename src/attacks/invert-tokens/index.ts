import { fail } from '../../base/errors.js'
import type { ValuesOf } from '../../base/params.js'
import { fresh } from '../../engines/sql.js'
import { openKnowledge } from '../../knowledge/knowledge.js'
import type { Seen } from '../../release/seen.js'
import { type AttackContext, defineAttack } from '../attack.js'
import { shareOf } from '../risk.js'
import { countBreaches } from './breaches.js'
import { type Crew, openCrew } from './crew/index.js'
import { informed } from './informed.js'
import { INITIALS } from './initial.js'
import { readKnown } from './known.js'
import type { Mapped } from './mapping.js'
import { MEASURES } from './mapping-distances.js'
import { type Mistakes, mistakeKinds } from './mistakes.js'
import { inOrder } from './order.js'
import { published } from './published.js'
import { hashedPart, readSides } from './read.js'
import { type Inverted, openHashes, scoreMapping } from './score.js'
import type { Sides } from './sides.js'
import { describe } from './text.js'
import { UPDATES } from './updates.js'

const params = {
  vocabulary: {
    type: 'whole',
    min: 1,
    max: 1_000_000,
    default: 1000,
    help: 'how many of the most frequent hashes are inverted, among as many tokens of the reference',
  },
  model: {
    type: 'choice',
    of: ['informed', 'published'],
    default: 'informed',
    help: 'everything a careful attacker uses, or the attack as it was published, with its choices below',
  },
  context: {
    type: 'whole',
    min: 1,
    max: 2_000_000,
    optional: true,
    help: 'informed: tokens that are mapped on the way because their company tells; default twice the vocabulary, up to 16,000',
  },
  iterations: { type: 'whole', min: 0, max: 1000, optional: true, help: 'updates at most; default 6, published 5' },
  initial: { type: 'choice', of: INITIALS, default: 'node-start', help: 'published: where the iteration starts' },
  distance: { type: 'choice', of: MEASURES, default: 'l1', help: 'published: how company is compared' },
  update: { type: 'choice', of: UPDATES, default: 'score', help: 'published: how pairs are chosen by distance' },
  expandFrom: {
    type: 'whole',
    min: 1,
    max: 1_000_000,
    optional: true,
    help: 'published: vocabulary to start with, doubled until all are mapped; default all at once',
  },
  beta: {
    type: 'real',
    min: 0,
    max: 1,
    default: 1,
    help: 'published: share of tokens, nearest in features, that a hash is compared with',
  },
  alpha: { type: 'real', min: 0, max: 1, default: 1, help: 'published: share of co-occurrence that is looked at' },
  known: {
    type: 'text',
    is: 'FILE',
    help: 'published: pairs known beforehand (lines of token, tab, hash), from which a heap maps the rest',
  },
  knowledge: {
    type: 'text',
    is: 'KNOWLEDGE',
    help: 'with --truth: sort wrong guesses by kind with a category tree (wordnet, odp:PATH, table:PATH)',
  },
  breaches: {
    type: 'switch',
    help: 'count names, places, companies and revealing terms in the queries that the guesses open',
  },
} as const
type Values = ValuesOf<typeof params>

/** Company beyond so many tokens is too rare to tell anything: by default no more are mapped on the way. */
const WIDE = 16_000

/** Finds out what hashes stand for by what they occur with. */
export default defineAttack<typeof params, Inverted>({
  name: 'invert-tokens',
  summary: 'find out what hashed tokens, or tags, stand for by the company they keep in another log',
  paper: { key: 'Kumar07', title: 'On Anonymizing Query Logs via Token-based Hashing, section 3' },
  attacker: 'archivist',
  params,
  needs: ['reference'],
  fits: (seen) => (hashedPart(seen) === undefined ? 'its rows hold neither hashed tokens nor tags' : undefined),
  run,
  score: async (guesses, truth, { breaches, knowledge }, on) => {
    const open = await openHashes(guesses, truth, on)
    // Only what was guessed right is a breach; the rest misleads.
    const right = pairs(guesses).filter(([hash, token]) => open.get(hash) === token)
    return {
      ...scoreMapping(guesses, open),
      ...(knowledge === undefined ? {} : { mistakes: await mistakes(guesses, open, knowledge, on) }),
      ...(breaches && guesses.of === 'tokens'
        ? { breaches: await countBreaches(guesses.seen, new Map(right), on) }
        : {}),
    }
  },
  risk: shareOf('matchable tokens read', ({ accuracy }) => Number(accuracy)),
  text: describe,
})

async function run(seen: Seen, values: Values, on: AttackContext): Promise<Inverted> {
  checkChoices(values)
  on.say('counting what occurs together')
  const sides = await readSides(seen, Math.max(values.vocabulary, contextOf(values)), on)
  on.say('mapping')
  const crew = openCrew(on.threads, on.signal)
  const mapped = await map(sides, values, on, crew).finally(() => crew.close())
  const n = values.vocabulary
  const hashes = sides.hashes.tokens.slice(0, n)
  const tokens = sides.reference.tokens.slice(0, n)
  const guessed = hashes.map((_, l) => tokens[mapped.mu[l] ?? -1])
  const confidence = mapped.margin.slice(0, hashes.length)
  const opened = values.breaches && sides.of === 'tokens'
  const found = { hashes, guessed }
  return {
    seen,
    of: sides.of,
    n,
    guesses: guessed.filter((token) => token !== undefined).length,
    hashes,
    guessed,
    tokens,
    confidence,
    table: await guessesTable(hashes, guessed, confidence, sides, on),
    more: {
      of: sides.of,
      model: values.model,
      hashes: hashes.length,
      tokens: tokens.length,
      clear: sides.clear,
      ...(opened ? { breaches: await countBreaches(seen, new Map(pairs(found)), on) } : {}),
    },
  }
}

async function mistakes(
  guesses: Inverted,
  open: ReadonlyMap<string, string>,
  knowledge: string,
  on: AttackContext,
): Promise<Mistakes> {
  const wrong = pairs(guesses).flatMap(([hash, guess]) => {
    const token = open.get(hash)
    return token === undefined || token === guess ? [] : [[token, guess] as const]
  })
  return mistakeKinds(wrong, await openKnowledge(knowledge, on.workspace.dir))
}

/** Hashes with what they were taken for. */
function pairs({ hashes, guessed }: Pick<Inverted, 'hashes' | 'guessed'>): [string, string][] {
  return hashes.flatMap((hash, l) => {
    const token = guessed[l]
    return token === undefined ? [] : [[hash, token] as [string, string]]
  })
}

function map(sides: Sides, values: Values, on: AttackContext, crew: Crew): Promise<Mapped> {
  const { hashes, reference, clear } = sides
  const n = values.vocabulary
  if (values.model === 'informed')
    return informed(
      hashes,
      reference,
      {
        n,
        context: contextOf(values),
        iterations: values.iterations ?? 6,
        ordered: sides.of === 'tokens' && inOrder(hashes),
        clear,
      },
      crew,
    )
  return published(
    hashes,
    reference,
    {
      n,
      initial: values.initial,
      measure: values.distance,
      update: values.update,
      iterations: values.iterations ?? 5,
      expandFrom: values.expandFrom ?? n,
      beta: values.beta,
      alpha: values.alpha,
      ...(values.known === undefined ? {} : { bootstrap: readKnown(values.known, hashes, reference, n) }),
    },
    on.random,
    crew,
  )
}

/** Tokens that are mapped on the way. */
const contextOf = ({ context, vocabulary }: Values) => context ?? Math.max(vocabulary, Math.min(2 * vocabulary, WIDE))

/** A choice that would be passed over in silence is refused. */
function checkChoices(values: Values): void {
  if (values.model === 'published') {
    if (values.context !== undefined) fail('usage', '--context belongs to --model informed', 'Leave it out.')
    return
  }
  const chosen = (['initial', 'distance', 'update', 'expandFrom', 'beta', 'alpha', 'known'] as const).find((key) => {
    const param = params[key]
    return values[key] !== ('default' in param ? param.default : undefined)
  })
  if (chosen !== undefined)
    fail(
      'usage',
      `--${chosen.replace('expandFrom', 'expand-from')} is a choice of the published attack`,
      'Add --model published, or leave it out.',
    )
}

/** (hash, token, confidence, occurrences), by falling frequency. */
async function guessesTable(
  hashes: readonly string[],
  guessed: readonly (string | undefined)[],
  confidence: Float64Array,
  sides: Sides,
  on: AttackContext,
): Promise<NonNullable<Inverted['table']>> {
  const table = fresh('inverted')
  const columns = ['hash', 'token', 'confidence', 'occurrences']
  await on.engine.append(table, columns, [
    [
      hashes,
      guessed.map((token) => token ?? null),
      Array.from(confidence, (value) => value.toFixed(6)),
      hashes.map((_, l) => String(sides.hashes.frequency[l])),
    ],
  ])
  return { table, columns }
}
