import { styleText } from 'node:util'
import { wrapped } from '../base/format.js'

export interface VerdictFigures {
  readonly holds: boolean | null
  readonly assuming?: readonly string[]
  readonly checks: readonly { readonly name: string; readonly holds: boolean | null; readonly detail: string }[]
  readonly toShow?: string
  readonly notes?: readonly string[]
}

const ASSUMED: Readonly<Record<string, string>> = { 'pseudonyms-are-persons': 'that every pseudonym is one person' }

/** The whole answer in a sentence or two. */
function verdictWords({ holds, assuming = [], toShow }: VerdictFigures): string {
  if (holds === false) return 'The claim does NOT hold.'
  if (holds === null) return `The claim cannot be shown from what was given.${toShow === undefined ? '' : ` ${toShow}`}`
  if (assuming.length === 0) return 'The claim holds.'
  return `The claim holds: true, assuming ${assuming.map((what) => ASSUMED[what] ?? what).join(', ')}.`
}

/** The checks for the terminal, then what does not count, and the answer last. */
export function verdictText(verdict: VerdictFigures): string {
  const mark = (value: boolean | null) => (value === true ? 'holds  ' : value === false ? 'FAILS  ' : 'unknown')
  return [
    ...verdict.checks.flatMap((check) => wrapped(plain(`${check.name}: ${check.detail}`), `${mark(check.holds)}  `)),
    ...(verdict.notes ?? []).flatMap((note) => wrapped(plain(note), 'note: ')),
    ...wrapped(verdictWords(verdict)),
  ].join('\n')
}

/** A line of the above with its mark in colour. */
export function colouredVerdict(line: string): string {
  return line
    .replace(/^holds {2}/, (mark) => styleText('green', mark))
    .replace(/^FAILS {2}/, (mark) => styleText('red', mark))
}

/** Names in a release are a stranger's: nothing in them reaches the terminal but what can be read. */
function plain(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}
