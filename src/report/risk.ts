/** What an attack achieved, as one share from 0 to 1 that can be compared, and what it is a share of. */
export interface Risk {
  readonly share: number
  readonly of: string
}

type Figures = Readonly<Record<string, unknown>>
type Reading = (scored: unknown) => Risk | undefined

/** How the result of each attack reads as a risk. */
const READINGS: Readonly<Record<string, Reading>> = {
  'link-records': share('released histories linked to their person', ({ rl }) => Number(rl) / 100),
  'relink-sessions': share(
    'sessions put together again',
    ({ components }) => 1 - Number((components as Figures).ratio),
  ),
  'invert-tokens': share('matchable tokens read', ({ accuracy }) => Number(accuracy)),
  'guess-dictionary': share('guesses confirmed', ({ opened, tried }) => Number(opened) / Math.max(1, Number(tried))),
  'mark-user': share('marked persons found', ({ found, marked }) => Number(found) / Math.max(1, Number(marked))),
  'partial-knowledge': (scored) => {
    const known = (scored as readonly Figures[]).find(({ j }) => j === 3) ?? (scored as readonly Figures[]).at(-1)
    return known && { share: Number(known.unique), of: `persons pinned down by ${String(known.j)} known terms` }
  },
  'difference-releases': share(
    'texts new since the day before to which one person came',
    ({ attributable, appeared }) => Number(attributable) / Math.max(1, Number(appeared)),
  ),
  'inject-users': (scored) => {
    const success = (scored as readonly Figures[]).map((at) => Number(at.success))
    return success.length === 0 ? undefined : { share: Math.max(...success), of: 'guesses tested by added users' }
  },
}

function share(of: string, read: (figures: Figures) => number): Reading {
  return (scored) => ({ share: read(scored as Figures), of })
}

/** The risk that an attack's score stands for; undefined where it is none that compares. */
export function riskOf(attack: string, scored: unknown): Risk | undefined {
  if (typeof scored !== 'object' || scored === null) return undefined
  const risk = READINGS[attack]?.(scored)
  return risk && Number.isFinite(risk.share) ? { ...risk, share: Math.min(1, Math.max(0, risk.share)) } : undefined
}

/**
 * Anyone who can add users can test a guess about a bare threshold, and whoever comes last lifts a text over it: no figures by which thresholds
 * differ. With noise a text comes and goes by itself, which the count of those who came does not show.
 */
const APART = ['inject-users', 'difference-releases']

/** What goes furthest against persons or texts: an attack, or plain reading, where a text of one person alone is shown. */
export function worstOf(
  attacks: Readonly<Record<string, unknown>>,
  measures: Readonly<Record<string, unknown>> = {},
): (Risk & { readonly attack: string }) | undefined {
  const risks = Object.entries(attacks).flatMap(([attack, scored]) => {
    const risk = riskOf(attack, scored)
    return risk && !APART.includes(attack) ? [{ attack, ...risk }] : []
  })
  return [...risks, ...plainReading(measures)].reduce<(Risk & { readonly attack: string }) | undefined>(
    (worst, risk) => (worst === undefined || risk.share > worst.share ? risk : worst),
    undefined,
  )
}

function plainReading({ uniqueness }: Readonly<Record<string, unknown>>): (Risk & { readonly attack: string })[] {
  const released = (uniqueness as { readonly released?: { readonly usersWithUnique?: number } } | undefined)?.released
  if (released?.usersWithUnique === undefined) return []
  return [
    {
      attack: 'plain reading',
      share: released.usersWithUnique,
      of: 'persons with a shown query that nobody else asked',
    },
  ]
}
