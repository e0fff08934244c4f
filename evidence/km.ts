import { madeUpMarketing } from '../bench/km/marketing.js'
import { BEHIND, LEVELS, TABLE_3, TABLE_5 } from '../bench/km/paper.js'
import { publicSets } from '../bench/km/sets.js'
import { paperLog, readPaperLog } from '../bench/km/term-log.js'
import { type Claim, claimsTable, near, type Page, type Part } from './claims.js'
import { bids, examples, split, table2, timesOf, timesText } from './km/beside.js'
import { type Level, levelOf } from './km/levels.js'
import { frequencyOf, PAPER, smallLog } from './km/log.js'
import { sizesOf, whyRandom } from './km/random.js'
import { behindTable, figures, table, table3, table5, wins } from './km/tables.js'

const SOURCE = '[Burghardt]'
const EXCHANGED = `The headings of users and log size are exchanged in the source's Table 6, and its text follows them ("of the log of up to 28%"). As printed, random would leave 19 - 28 = -9 per cent of the log at (100,2) and 18 - 28 = -10 at (100,3), and the users, who are the same for m = 2 and m = 3 at every k of Table 5, would differ while the log, which differs, would not. Read here the other way round.`
const WORDS = 'histories of our log hold more different terms: *Why random falls behind*'

/** A folder of public sets, if there is one. */
const sets = process.env.LETHE_SETS

/** Tables and figures of [Burghardt] beside ours. */
export async function km(quick: boolean, part: Part): Promise<Page> {
  const users = quick ? Math.round(PAPER.users / 40) : PAPER.users
  /** Experiments that show a cause, not a figure of the source. */
  const few = quick ? 1000 : 2000
  const load = once(() => {
    const entries = readPaperLog(paperLog(users))
    return { entries, marketing: madeUpMarketing(entries, frequencyOf(entries)) }
  })
  const levels: Level[] = []
  for (const at of LEVELS)
    levels.push(await part(`level ${at.k} ${at.m}`, () => levelOf(load().entries, load().marketing, at)))
  const size = await part('sizes', () => sizesOf(load().entries))
  const pairs = await part('Table 3', () => table3(load().entries, load().marketing))
  const most = await part('Table 2', () => table2(few))
  const drawn = await part('figures', () => figures(few))
  const times = await part('times', () => timesOf(smallLog(10 * few).entries))
  const random = await part('random', () => whyRandom(quick ? 2000 : 60_000, quick ? 1000 : 20_000))
  const spread = await part('bids', () => bids(few))
  const cut = await part('split', () => split(few))
  const publicly = sets === undefined ? undefined : await part('public sets', () => publicSets(sets))
  const won = wins(levels)
  const claims = [
    ...(await examples()),
    near({
      source: SOURCE,
      item: 'Table 3',
      what: 'correlation of frequency and users',
      theirs: TABLE_3['frequency, users']!,
      ours: pairs.users,
    }),
    ...table5Claims(levels),
    ...table6Claims(levels),
    // It is said of all cases.
    {
      ...{ source: SOURCE, item: '§5.3', what: 'columns and levels at which a target function wins its own' },
      ...{ theirs: won.of, ours: won.won, within: 0 },
    },
    {
      ...near({
        source: SOURCE,
        item: '§5.2',
        what: 'time of (2,3) from (2,2), of that from the start',
        theirs: 7,
        ours: (100 * times.fromPairs) / times.triples,
        unit: '%' as const,
      }),
      cause: 'ours visits pairs before triples in any case: *Times*',
    },
  ]
  const text = `# (k,m)-anonymity by deleting terms, beside the source

Made by \`npm run evidence -- km${quick ? ' --quick' : ''}\`${sets === undefined ? '' : ' with `LETHE_SETS` naming the folder of the sets'}. The source is [Burghardt]: the log of AltaVista, 2002, and advertising figures of Yahoo!. Ours is *simulated*: a generated log of as many users, with made-up bids, impressions and clicks. Deletion is greedy, as published, unless said otherwise. Beside this page: [Tables 2 and 3](km/terms.md), [Figures 1 and 2](km/figures.md), [Tables 6 and 7](km/tables-6-7.md)${sets === undefined ? '' : ', [public sets](km/public-sets.md)'}.

${table(
  ['', 'source', 'ours'],
  size.map(([name, ours, theirs]) => [name, theirs.toLocaleString('en'), ours.toLocaleString('en')]),
)}

${claimsTable(claims)}

## Table 5: what is left

In per cent, source / ours, the best target function of each column / **ours with the optimiser, under the column's own target**. The last four columns rest on made-up figures: *The spread of bids*. Every target function wins its own column in the source; in ours at ${won.won} of ${won.of}: ${won.words}.

${table5(levels)}

${[random, spread, cut, timesText(times, 10 * few)].join('\n')}`
  return {
    text,
    claims,
    files: {
      'terms.md': `# Characteristics of terms\n\n## [Burghardt] Table 2, on a generated log\n\n${most}\n\n## [Burghardt] Table 3\n\nPearson, one-tailed; * significant at 0.01. Only frequency and users come from the log; the others are as they were made up.\n\n${pairs.text}\n`,
      'figures.md': drawn,
      'tables-6-7.md': `# [Burghardt] Tables 6 and 7: target functions\n\nPoints by which random (R), the worst other target (W) and fis are behind the best, source / ours.\n\n## Table 6: generic target functions\n\n${EXCHANGED}\n\n${behindTable(['terms', 'users', 'logsize'], levels)}\n\n## Table 7: specific target functions\n\nAll rests on figures that were made up.\n\n${behindTable(['bid', 'clicks', 'impressions', 'revenue'], levels)}\n`,
      ...(publicly === undefined ? {} : { 'public-sets.md': publicly.replace('## ', '# ') }),
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function table5Claims(levels: readonly Level[]): Claim[] {
  return (['terms', 'logsize', 'users'] as const).flatMap((column, c) =>
    levels.map((level, i) => {
      const { k, m } = LEVELS[i]!
      const what = `${['distinct terms', 'log size', 'users'][c]} left at (${k},${m})`
      const theirs = TABLE_5[i]![c]!
      const claim = near({ source: SOURCE, item: 'Table 5', what, theirs, ours: level.best[column], unit: '%' })
      // At k = 100 such a log has too many.
      return column === 'terms' && k < 100 ? { ...claim, cause: WORDS } : claim
    }),
  )
}

function table6Claims(levels: readonly Level[]): Claim[] {
  return (['users', 'logsize'] as const).flatMap((column) =>
    levels.map((level, i) => {
      const { k, m } = LEVELS[i]!
      const what = `points of ${column === 'users' ? 'users' : 'log size'} by which random is behind at (${k},${m})`
      const theirs = BEHIND[column][i]![0]
      const claim = { source: SOURCE, item: 'Table 6', what, theirs, ours: level.behind[column][0] }
      const judged = theirs >= 10 ? near(claim) : { ...claim, within: 1, wider: 'told in whole points' }
      return column === 'logsize' ? { ...judged, cause: WORDS } : judged
    }),
  )
}
