import { shownElsewhere } from './reasons.js'

/** A figure of a source beside ours. What still counts as confirmed is said here, before anything is run. */
export interface Claim {
  /** As in docs/papers.md, and the table or figure. */
  readonly source: string
  readonly item: string
  /** What is counted, at the parameters of the source. */
  readonly what: string
  readonly theirs: number
  readonly ours: number
  /** How far ours may lie from theirs, in the unit of both. */
  readonly within: number
  /** Why more than a tenth of theirs is near enough: how coarsely the source tells its figure. */
  readonly wider?: string
  readonly unit?: '%'
  /** A parameter that the source does not give was chosen so that this comes out: it confirms nothing. */
  readonly fitted?: true
  /** Where they differ: why, and in *italics* the heading of the page under which an experiment shows it. */
  readonly cause?: string
}

/** A page with the figures that it holds against its source, and what does not fit on it, by file name. */
export interface Page {
  readonly text: string
  readonly claims: readonly Claim[]
  readonly files?: Readonly<Record<string, string>>
}

/** Makes a part of a page, or takes what was made of it before the page was interrupted. What comes is plain JSON. */
export type Part = <T>(name: string, make: () => T | Promise<T>) => Promise<T>

/** What makes a page. Quick: a small one, to see that it can be made. */
export type Maker = (quick: boolean, part: Part) => Promise<string | Page>

export type Verdict = 'confirmed' | 'fitted' | 'differs'

/** A tenth of theirs is near enough: what differs by more needs a cause. */
const NEAR = 0.1

/** A claim that a tenth of theirs is the tolerance. */
export function near(claim: Omit<Claim, 'within' | 'wider'>): Claim {
  return { ...claim, within: NEAR * Math.abs(claim.theirs) }
}

export function verdict({ what, theirs, ours, within, wider, fitted }: Claim): Verdict {
  if (within > NEAR * Math.abs(theirs) * (1 + 1e-9) && wider === undefined)
    throw new Error(`${what}: a tolerance of more than a tenth wants a reason`)
  if (Math.abs(ours - theirs) > within) return 'differs'
  return fitted ? 'fitted' : 'confirmed'
}

/** Why they differ: as an experiment on another page shows, which may have been made later, or as the page itself says. */
export const causeOf = (claim: Claim): string | undefined => shownElsewhere(claim) ?? claim.cause

/** Claims one a row; of a page without its name, of all pages with it. */
export function claimsTable(claims: readonly Claim[], pageOf?: (claim: Claim) => string): string {
  const tell = (value: number, { unit }: Claim) => `${Number(value.toPrecision(3))}${unit ?? ''}`
  const rows = claims.map((claim) => [
    ...(pageOf ? [pageOf(claim)] : []),
    claim.source,
    `${claim.item}: ${claim.what}`,
    tell(claim.theirs, claim),
    tell(claim.ours, claim),
    `± ${tell(claim.within, claim)}${claim.wider === undefined ? '' : ` (${claim.wider})`}`,
    verdict(claim),
    verdict(claim) === 'differs' ? (causeOf(claim) ?? 'not found') : '',
  ])
  const head = [...(pageOf ? ['page'] : []), 'source', 'item', 'theirs', 'ours', 'tolerance', 'verdict', 'cause']
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
