/** The outcome of one check. `holds` is null where what is at hand does not let anyone tell. */
export interface Check {
  readonly name: string
  readonly holds: boolean | null
  readonly detail: string
  /** Is this a check of the claim itself, not of form? */
  readonly onClaim?: true
  /** Does it say something beside the claim, which may stay open without leaving the whole open? */
  readonly aside?: true
  /** Where it is open: what would show it. */
  readonly toShow?: string
  /** Where it holds: what was taken for granted on the caller's word. */
  readonly assuming?: string
  /** Where it holds: what the private folder of the run was believed. */
  readonly believing?: string
  /** The detail was computed from the log or tells of noise: it is for the custodian, and never for a public report. */
  readonly privateDetail?: true
}

/** The outcome of all checks. */
export interface Verdict {
  readonly holds: boolean | null
  /** What was taken for granted on the caller's word. */
  readonly assuming?: readonly string[]
  readonly checks: readonly Check[]
  /** Where the answer is open: what would show it, in one line. */
  readonly toShow?: string
  /** What was at hand and does not count, and why. */
  readonly notes?: readonly string[]
}

const NOTHING_SHOWS_IT = 'Nothing that verify can be given would show it.'

/**
 * False if one check fails. True only if none is open and the claim itself was checked: what cannot be told leaves the whole
 * open, so that of several promises the weakest answer counts.
 */
export function verdict(checks: readonly Check[], notes: readonly string[] = []): Verdict {
  const said = notes.length > 0 ? { notes } : {}
  if (checks.some((check) => check.holds === false)) return { holds: false, checks, ...said }
  const open = checks.filter((check) => check.holds === null && !check.aside)
  if (open.length > 0 || !checks.some((check) => check.onClaim)) {
    const toShow = open.find((check) => check.toShow !== undefined)?.toShow ?? NOTHING_SHOWS_IT
    return { holds: null, checks, toShow, ...said }
  }
  const assuming = [...new Set(checks.flatMap((check) => check.assuming ?? []))]
  return { holds: true, ...(assuming.length > 0 ? { assuming } : {}), checks, ...said }
}

export function number(n: number): string {
  return n.toLocaleString('en')
}

/** A count with its noun. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${number(n)} ${n === 1 ? noun : plural}`
}
