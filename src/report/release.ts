import type { Guarantee } from '../release/guarantee.js'
import { number, percent } from './format.js'

interface Counted {
  readonly rows: number
  readonly users: number
  readonly queries: number
}

export interface ReleaseFigures {
  readonly dir: string
  readonly privateDir: string
  readonly method: string
  readonly guarantee: Guarantee
  readonly kept: Counted
  readonly of: Counted
  readonly warnings: readonly string[]
  readonly seconds: number
  readonly signedWith?: string
}

/** What a release promises, for people. */
export function guaranteeText(guarantee: Guarantee): string[] {
  return [
    guarantee.kind === 'none' ? 'This release promises nothing:' : 'What is promised:',
    `  ${guarantee.sentence}`,
    ...(guarantee.assumptions.length > 0
      ? ['It rests on:', ...guarantee.assumptions.map((line) => `  - ${line}`)]
      : []),
    'It does not protect against:',
    ...guarantee.notProtected.map((line) => `  - ${line}`),
  ]
}

export function releaseText(result: ReleaseFigures): string {
  const share = (part: keyof Counted) =>
    `${number(result.kept[part])} of ${number(result.of[part])} ${part} (${percent(result.of[part] === 0 ? 0 : result.kept[part] / result.of[part])})`
  const { kept, of } = result
  const users =
    kept.users > of.users ? `${number(kept.users)} pseudonyms for ${number(of.users)} users` : share('users')
  return [
    `${result.dir} is ready (${result.method}, ${result.seconds.toFixed(1)} s). Kept: ${share('rows')}, ${users}, ${share('queries')}.`,
    '',
    ...guaranteeText(result.guarantee),
    '',
    ...(result.signedWith === undefined ? [] : [`Signed with the key ${result.signedWith}.`]),
    ...result.warnings.map((warning) => `note: ${warning}`),
    `Keep ${result.privateDir} to yourself: it holds counts and digests of the log. Next: lethe verify ${result.dir}`,
  ].join('\n')
}

export function explanationText(
  explanation: {
    readonly method: string
    readonly guarantee: Guarantee
    readonly derivation: readonly string[]
    readonly derived: Readonly<Record<string, unknown>>
  },
  plan: { readonly source?: string; readonly date?: string; readonly notes?: readonly string[] },
): string {
  return [
    explanation.method,
    ...(plan.source === undefined
      ? []
      : [`Source: ${plan.source} (${plan.date ?? 'no date'})`, ...(plan.notes ?? []).map((note) => `  - ${note}`)]),
    '',
    ...guaranteeText(explanation.guarantee),
    '',
    'How it follows:',
    ...explanation.derivation.map((line) => `  ${line}`),
    ...Object.entries(explanation.derived).map(([key, value]) => `  ${key} = ${valueText(value)}`),
    'Nothing was read or written.',
  ].join('\n')
}

function valueText(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(value)
  return Object.entries(value)
    .map(([key, each]) => `${key} ${String(each)}`)
    .join(', ')
}
