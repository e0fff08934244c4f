import { wrapped } from '../base/format.js'
import { readAsLines, type Understood } from '../log/understood.js'
import type { Guarantee } from '../release/guarantee.js'
import { type KeptFigures, keptText, type OfFigures } from './kept.js'

export interface ReleaseFigures {
  readonly dir: string
  readonly privateDir: string
  /** The cluster that wrote it to a storage. */
  readonly cluster?: string
  readonly method: string
  readonly guarantee: Guarantee
  readonly experiment?: { readonly guarantee: Guarantee }
  readonly kept: KeptFigures
  readonly of: OfFigures
  readonly empty: boolean
  readonly warnings: readonly string[]
  readonly seconds: number
  readonly signedWith?: string
  readonly understood?: Understood
}

/** What a release promises, for people. */
function guaranteeText(guarantee: Guarantee): string[] {
  return [
    guarantee.kind === 'none' ? 'This release promises nothing:' : 'What is promised:',
    ...wrapped(guarantee.sentence, '  '),
    ...(guarantee.assumptions.length > 0 ? ['It rests on:', ...guarantee.assumptions.flatMap(item)] : []),
    'It does not protect against:',
    ...guarantee.notProtected.flatMap(item),
  ]
}

function item(line: string): string[] {
  return wrapped(line, '  - ')
}

function wouldBe({ experiment }: { readonly experiment?: { readonly guarantee: Guarantee } }): string[] {
  return experiment ? ['Without --seed it would promise:', ...wrapped(experiment.guarantee.sentence, '  ')] : []
}

export function releaseText(result: ReleaseFigures): string {
  return [
    `${result.dir} ${result.empty ? 'is made, and EMPTY: nothing in it' : 'is ready'} (${result.method}, ${result.seconds.toFixed(1)} s).`,
    ...(result.understood ? readAsLines(result.understood) : []),
    ...wrapped(`${keptText(result.kept, result.of)}.`, 'Kept: '),
    '',
    ...guaranteeText(result.guarantee),
    ...wouldBe(result),
    '',
    ...(result.signedWith === undefined ? [] : [`Signed with the key ${result.signedWith}.`]),
    ...result.warnings.flatMap((warning) => wrapped(warning, 'note: ')),
    `Keep ${result.privateDir} to yourself: it holds counts and digests of the log. Next: ${verifying(result)}`,
  ].join('\n')
}

/** A release that a cluster wrote is verified there, and its private folder is not beside it. */
function verifying({ dir, privateDir, cluster }: ReleaseFigures): string {
  return `lethe verify ${dir}${cluster === undefined ? '' : ` --private ${privateDir} --engine ${cluster}`}`
}

export function explanationText(
  explanation: {
    readonly method: string
    readonly guarantee: Guarantee
    readonly experiment?: { readonly guarantee: Guarantee }
    readonly derivation: readonly string[]
    readonly derived: Readonly<Record<string, unknown>>
  },
  plan: { readonly source?: string; readonly date?: string; readonly notes?: readonly string[] },
): string {
  return [
    explanation.method,
    ...(plan.source === undefined
      ? []
      : [`Source: ${plan.source} (${plan.date ?? 'no date'})`, ...(plan.notes ?? []).flatMap(item)]),
    '',
    ...guaranteeText(explanation.guarantee),
    ...wouldBe(explanation),
    '',
    'How it follows:',
    ...explanation.derivation.flatMap((line) => wrapped(line, '  ')),
    ...Object.entries(explanation.derived).flatMap(([key, value]) => derivedText(key, value)),
    'Nothing was read or written.',
  ].join('\n')
}

/** A number that follows from the parameters; of records of records each has a line of its own. */
function derivedText(key: string, value: unknown): string[] {
  if (!isRecord(value) || !Object.values(value).every(isRecord)) return [`  ${key} = ${valueText(value)}`]
  return [`  ${key}:`, ...Object.entries(value).map(([name, each]) => `    ${name}: ${valueText(each)}`)]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valueText(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(6)))
  if (!isRecord(value)) return String(value)
  return Object.entries(value)
    .map(([key, each]) => `${key} ${valueText(each)}`)
    .join(', ')
}
