import {
  type Comparison,
  compareClickers,
  compareHeavy,
  compareSiteSearch,
  compareWhole,
  type Figure,
} from '../src/generate/evidence.js'
import { type Claim, claimsTable, near, type Page, type Part } from './claims.js'
import { compareBusy } from './weaknesses/busy.js'
import { compareInversion, comparePairs, compareRelinking } from './weaknesses/compare.js'

const WORLDS = ['web-1', 'web-2'] as const

type Comparisons = Readonly<Record<string, (world: string) => Comparison | Promise<Comparison>>>

/** Generated logs of both worlds beside figures of real ones. */
export const generator = (quick: boolean, part: Part): Promise<Page> =>
  beside(quick, part, 'The generator beside real logs', {
    relinking: compareRelinking,
    inversion: compareInversion,
    busy: (world) => compareBusy(world, quick ? 100 : 2000),
    clickers: compareClickers,
    heavy: compareHeavy,
    'site search': compareSiteSearch,
    pairs: comparePairs,
  })

/** The same of a log as large as the one that was published: tens of millions of rows. */
export const whole = (quick: boolean, part: Part): Promise<Page> =>
  beside(quick, part, 'The generator beside the whole log of AOL', {
    whole: (world) => compareWhole(world, quick ? 20_000 : 657_000),
  })

async function beside(quick: boolean, part: Part, title: string, comparisons: Comparisons): Promise<Page> {
  const sections: string[] = []
  const claims: Claim[] = []
  for (const [name, compare] of Object.entries(comparisons)) {
    const [one, two] = [
      await part(`${name} ${WORLDS[0]}`, () => compare(WORLDS[0])),
      await part(`${name} ${WORLDS[1]}`, () => compare(WORLDS[1])),
    ]
    sections.push(section(one, two))
    claims.push(...claimsOf(name, two))
  }
  const text = `# ${title}

Everything under the name of a world is *simulated*: web-1, and web-2, in which places, stars, brands and families keep company of their own, adult terms are as frequent as in [Kumar07], and
people who ask much do so on fewer days. Real figures are those of the sources, of samples of AOL's log and of a library's site search. Both worlds were calibrated on them: what comes out near is *fitted*
and confirms nothing.

${quick ? '' : `${claimsTable(claims)}\n\n`}${sections.join('\n')}`
  return { text, claims }
}

const told = ({ unit }: Figure, values: readonly number[]) =>
  values
    .map((value) =>
      value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : value < 1000 ? 1 : 0 }),
    )
    .join(', ') + (unit ?? '')

function section({ title, note, figures }: Comparison, other: Comparison): string {
  const rows = figures.map(
    (figure, i) =>
      `| ${figure.figure} | ${told(figure, figure.real)} | ${told(figure, figure.ours)} | ${told(figure, other.figures[i]!.ours)} |`,
  )
  return `## ${title}\n\n${note}\n\n| | real | ${WORLDS.join(' | ')} |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
}

/** Where a comparison comes from, and what of it the table of all pages shows. */
const SHOWN: Readonly<Record<string, readonly [source: string, item: string, figures: RegExp]>> = {
  relinking: ['AOL sample', '1,017 users', /others only|components/],
  inversion: ['AOL sample', 'heavy users', /published|informed/],
  busy: ['Adar07', '§3', /./],
  whole: ['Adar07', '§5, Figure 3', /one person|three|rows left|pairs/],
}

/** Causes of what calibration has not brought near. */
const CAUSES: Readonly<Record<string, string>> = {
  'rows left without those of at most three': 'the source contradicts itself: *AOL whole*',
}

/** What the numbers of a figure that has four stand for. */
const BOUNDS = ['any', '≤ 1000', '≤ 100', '≤ 10'] as const

function claimsOf(name: string, { figures }: Comparison): Claim[] {
  const [source, item, shown] = SHOWN[name] ?? ['', '', /^$/]
  return figures
    .filter(({ figure }) => shown.test(figure))
    .flatMap(({ figure, real, ours, unit }) =>
      real.map((theirs, i): Claim => {
        const cause = CAUSES[figure]
        const claim = near({
          ...{ source, item, what: real.length === 1 ? figure : `${figure}, ${BOUNDS[i]}`, theirs, ours: ours[i]! },
          ...(unit === undefined ? {} : { unit }),
          ...(cause === undefined ? {} : { cause }),
        })
        return Math.abs(claim.ours - claim.theirs) <= claim.within ? { ...claim, fitted: true } : claim
      }),
    )
}
