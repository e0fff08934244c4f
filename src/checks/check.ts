/** The outcome of one check. `holds` is null where the data at hand does not let anyone tell. */
export interface Check {
  readonly name: string
  readonly holds: boolean | null
  readonly detail: string
  /** Is this a check of the claim itself, not of form? */
  readonly onClaim?: true
  /** The detail was computed from the log or tells of noise: it is for the custodian, and never for a public report. */
  readonly privateDetail?: true
}

/** The outcome of all checks: true only if none failed and one on the claim itself succeeded. */
export interface Verdict {
  readonly holds: boolean | null
  readonly checks: readonly Check[]
}

export function verdict(checks: readonly Check[]): Verdict {
  if (checks.some((check) => check.holds === false)) return { holds: false, checks }
  return { holds: checks.some((check) => check.onClaim && check.holds === true) ? true : null, checks }
}

/** A count with its noun. */
export function count(n: number, noun: string): string {
  return `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`
}
