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
  readonly unit?: '%'
  /** A parameter that the source does not give was chosen so that this comes out: it confirms nothing. */
  readonly fitted?: true
  /** Where they differ: why, as an experiment of the page shows. */
  readonly cause?: string
}

/** A page with the figures that it holds against its source. */
export interface Page {
  readonly text: string
  readonly claims: readonly Claim[]
}

export type Verdict = 'confirmed' | 'fitted' | 'differs'

export function verdict({ theirs, ours, within, fitted }: Claim): Verdict {
  if (fitted) return 'fitted'
  return Math.abs(ours - theirs) <= within ? 'confirmed' : 'differs'
}

/** Claims one a row; of a page without its name, of all pages with it. */
export function claimsTable(claims: readonly Claim[], pageOf?: (claim: Claim) => string): string {
  const tell = (value: number, { unit }: Claim) => `${Number(value.toPrecision(3))}${unit ?? ''}`
  const rows = claims.map((claim) => {
    const cause = claim.cause ?? 'not found'
    return [
      ...(pageOf ? [pageOf(claim)] : []),
      `${claim.source} ${claim.item}`,
      claim.what,
      tell(claim.theirs, claim),
      tell(claim.ours, claim),
      `± ${tell(claim.within, claim)}`,
      verdict(claim),
      verdict(claim) === 'differs' ? cause : '',
    ]
  })
  const head = [...(pageOf ? ['page'] : []), 'source', 'what', 'theirs', 'ours', 'tolerance', 'verdict', 'cause']
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
