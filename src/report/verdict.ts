import { styleText } from 'node:util'

export interface VerdictFigures {
  readonly holds: boolean | null
  readonly checks: readonly { readonly name: string; readonly holds: boolean | null; readonly detail: string }[]
}

/** The checks for the terminal, worst news last. */
export function verdictText({ holds, checks }: VerdictFigures): string {
  const mark = (value: boolean | null) =>
    value === true ? styleText('green', 'holds  ') : value === false ? styleText('red', 'FAILS  ') : 'unknown'
  const last =
    holds === true
      ? 'The claim holds.'
      : holds === false
        ? 'The claim does NOT hold.'
        : 'The claim cannot be checked from what was given.'
  return [...checks.map((check) => `${mark(check.holds)}  ${check.name}: ${check.detail}`), last].join('\n')
}
