import { madeUpMarketing } from '../bench/km/marketing.js'
import { BEHIND, LEVELS, TABLE_3, TABLE_5 } from '../bench/km/paper.js'
import { publicSets } from '../bench/km/sets.js'
import { type Claim, claimsTable, near, type Page, type Part } from './claims.js'
import { bids, examples, split, table2, timesOf, timesText } from './km/beside.js'
import { behind, best, type Level, levelOf } from './km/levels.js'
import { frequencyOf, logOf, PAPER } from './km/log.js'
import { sizes, whyRandom } from './km/random.js'
import { behindTable, figure, frequencyAndUsers, table3, table5, wins } from './km/tables.js'

const SOURCE = '[Burghardt]'
const EXCHANGED = `The headings of users and log size are exchanged in the source's Table 6, and its text follows them ("of the log of up to 28%"). As printed, random would leave 19 - 28 = -9 per cent of the log at (100,2) and 18 - 28 = -10 at (100,3), and the users, who are the same for m = 2 and m = 3 at every k of Table 5, would differ while the log, which differs, would not. Read here the other way round.`

/** A folder of public sets, if there is one. */
const sets = process.env.LETHE_SETS

/** Tables and figures of [Burghardt] beside ours. */
export async function km(quick: boolean, part: Part): Promise<Page> {
  const users = quick ? Math.round(PAPER.users / 40) : PAPER.users
  const { entries, words } = logOf(users, 'pages')
  const frequency = frequencyOf(entries)
  const marketing = madeUpMarketing(entries, frequency)
  const levels: Level[] = []
  for (const { k, m } of LEVELS) levels.push(await part(`level ${k} ${m}`, () => levelOf(entries, marketing, { k, m })))
  const times = await part('times', () => timesOf(entries))
  const random = await part('random', () => whyRandom(quick))
  const spread = await part('bids', () => bids(quick))
  const cut = await part('split', () => split(quick))
  const won = wins(levels)
  const claims = [
    ...(await examples()),
    near({
      source: SOURCE,
      item: 'Table 3',
      what: 'correlation of frequency and users',
      theirs: TABLE_3['frequency, users']!,
      ours: frequencyAndUsers(entries, frequency, marketing),
    }),
    ...table5Claims(levels),
    ...table6Claims(levels),
    near({
      source: SOURCE,
      item: '§5.3',
      what: 'columns and levels at which a target function wins its own',
      theirs: won.of,
      ours: won.won,
    }),
    near({
      source: SOURCE,
      item: '§5.2',
      what: 'time of (2,3) from (2,2), of that from the start',
      theirs: 7,
      ours: (100 * times.fromPairs) / times.triples,
      unit: '%' as const,
    }),
  ].map((claim) => ({ ...claim, ...causeOf(claim) }))
  const text = `# (k,m)-anonymity by deleting terms, beside the source

Made by \`npm run evidence -- km${quick ? ' --quick' : ''}\`${sets === undefined ? '' : ' with `LETHE_SETS` naming the folder of the sets'}. The source is [Burghardt]: the log of AltaVista, 2002, and advertising figures of Yahoo!. Ours is *simulated*: a generated log in which every page of results is a query, with made-up bids, impressions and clicks. Deletion is greedy, as published. Characteristics of terms (Tables 2, 3), targets at every level and Figures 1 and 2, Table 7 and public sets stand in [km/](km/).

${sizes(entries)}

${claimsTable(claims)}

## Table 5: what is left

In per cent, source / ours, the best target function of each column. The last four columns rest on made-up figures: *The spread of bids*. Every target function wins its own column in the source; in ours at ${won.won} of ${won.of}: ${won.words}.

${table5(levels)}

## Table 6: generic target functions

Points by which random (R), the worst other target (W) and fis are behind the best, source / ours. ${EXCHANGED}

${behindTable(['terms', 'users', 'logsize'], levels)}

${[random, spread, cut, timesText(times)].join('\n')}`
  return {
    text,
    claims,
    files: {
      'terms.md': `# Characteristics of terms\n\n## [Burghardt] Table 2, on the generated log\n\nOf each characteristic the term that has most of it. Only frequency and users come from the log; the others were made up.\n\n${table2(words(), entries, marketing)}\n\n## [Burghardt] Table 3\n\nPearson, one-tailed; * significant at 0.01.\n\n${table3(entries, frequency, marketing)}\n`,
      'figures.md': `# [Burghardt] Figures 1 and 2\n\nThe pictures are lost in the text that we have; ours, for m = 3.\n\n${figure('Figure 1: log size per target function', 'logsize', levels)}\n${figure('Figure 2: estimated clicks per target function', 'clicks', levels)}`,
      'table-7.md': `# [Burghardt] Table 7: specific target functions\n\nPoints by which random (R), the worst other target (W) and fis are behind the best, source / ours. All rests on figures that were made up.\n\n${behindTable(['bid', 'clicks', 'impressions', 'revenue'], levels)}\n`,
      ...(sets === undefined ? {} : { 'public-sets.md': (await publicSets(sets)).replace('## ', '# ') }),
    },
  }
}

function table5Claims(levels: readonly Level[]): Claim[] {
  return (['terms', 'logsize', 'users'] as const).flatMap((column, c) =>
    levels.map((level, i) => {
      const { k, m } = LEVELS[i]!
      const what = `${['distinct terms', 'log size', 'users'][c]} left at (${k},${m})`
      return near({
        source: SOURCE,
        item: 'Table 5',
        what,
        theirs: TABLE_5[i]![c]!,
        ours: best(level, column).value,
        unit: '%',
      })
    }),
  )
}

function table6Claims(levels: readonly Level[]): Claim[] {
  return (['users', 'logsize'] as const).flatMap((column) =>
    levels.map((level, i) => {
      const { k, m } = LEVELS[i]!
      const what = `points of ${column === 'users' ? 'users' : 'log size'} by which random is behind at (${k},${m})`
      const claim = {
        source: SOURCE,
        item: 'Table 6',
        what,
        theirs: BEHIND[column][i]![0],
        ours: behind(level, column)[0],
      }
      return claim.theirs >= 10 ? near(claim) : { ...claim, within: 1, wider: 'told in whole points' }
    }),
  )
}

function causeOf({ what }: Claim): { cause?: string } {
  if (what.startsWith('time of')) return { cause: 'ours visits pairs before triples in any case: *Times*' }
  return {}
}
