import { flagOf } from '../base/params.js'
import { type InputOptions, type Logs, readingFlags } from '../index.js'
import type { AskedAdvice, Draft, ReleaseAsked } from './api.js'
import { fromHere } from './session.js'

/** A word as a shell takes it for one. Characters that are not seen, or that turn others around, are spelt out: what is copied is what was read. */
export function quoted(word: string): string {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(word)) return `$'${spelt(word)}'`
  return /^[\w=,.:@/+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

function spelt(word: string): string {
  const point = (sign: string) => sign.codePointAt(0)!.toString(16)
  return word
    .replace(/['\\]/g, '\\$&')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\U${point(sign).padStart(8, '0')}`)
}

export interface Named {
  readonly logs: Logs
  readonly input: InputOptions
}

/** The log, and the flags that read it as it is read here. */
export function logWords({ logs, input }: Named): string {
  const { maxBad, ...reading } = input
  const { format, ...rest } = reading
  const flags = format === undefined ? flagsWithoutFormat(rest) : readingFlags({ ...reading })
  return [...logs.map((log) => quoted(fromHere(log))), flags, maxBad === undefined ? '' : `--max-bad ${maxBad}`]
    .filter((word) => word !== '')
    .join(' ')
}

function flagsWithoutFormat(reading: InputOptions): string {
  return readingFlags({ ...reading, format: 'csv' }).replace(/^--format csv ?/, '')
}

export function planOf({ steps, shows }: Draft, tuned: boolean): object {
  return {
    ...(tuned ? { tuned: true } : {}),
    steps: steps.map(({ method, params }) => ({ method, ...params })),
    ...shows,
  }
}

/** What makes a release by a plan: flags of one method, or a plan written down first. */
export function releaseCommand(
  at: Named,
  draft: Draft,
  tuned: boolean,
  asked?: Partial<ReleaseAsked> & { readonly dir?: string; readonly key?: boolean },
): string {
  const out = quoted(asked?.dir === undefined ? 'DIR' : fromHere(asked.dir))
  const more = [
    asked?.format !== undefined && asked.format !== 'parquet' ? `--out-format ${asked.format}` : '',
    asked?.spreadsheetSafe ? '--spreadsheet-safe' : '',
    asked?.key ? '--ephemeral-key' : '',
    asked?.population ? `--population ${quoted(asked.population)}` : '',
    asked?.by ? `--signed-off-by ${quoted(asked.by)}` : '',
    asked?.reason ? `--reason ${quoted(asked.reason)}` : '',
  ].filter((word) => word !== '')
  const [only, ...others] = draft.steps
  if (only !== undefined && others.length === 0 && !tuned) {
    const flags = [...Object.entries(only.params), ...Object.entries(draft.shows)].flatMap(([name, value]) =>
      flagWords(name, value),
    )
    return ['lethe release', only.method, logWords(at), ...flags, '-o', out, ...more].join(' ')
  }
  const plan = quoted(JSON.stringify(planOf(draft, tuned)))
  return `echo ${plan} > plan.json\n${['lethe release --plan plan.json', logWords(at), '-o', out, ...more].join(' ')}`
}

function flagWords(name: string, value: unknown): string[] {
  if (value === undefined || value === '') return []
  if (value === true) return [flagOf(name)]
  return value === false ? [flagOf(name).replace(/^--/, '--no-')] : [flagOf(name), quoted(String(value))]
}

export function adviceCommand(out: string, { fears, needs, task, minUse }: AskedAdvice): string {
  const who = fears.map(({ attacker, at }) => (at === undefined ? attacker : `${attacker}:${at}`))
  const limits = fears.map(({ attacker, limit }) => `${attacker}:${limit}`)
  return [
    'lethe recommend -o',
    quoted(fromHere(out)),
    `--fear ${who.length === 0 ? 'none' : who.join(',')}`,
    ...(limits.length === 0 ? [] : [`--max-risk ${limits.join(',')}`]),
    ...(needs.length === 0 ? [] : [`--need ${quoted(needs.join(','))}`]),
    `--task ${quoted(task)}`,
    ...(minUse > 0 ? [`--min-use ${minUse}`] : []),
  ].join(' ')
}
