import { number, table } from '../../base/format.js'
import type { CanariesResult } from './result.js'

const MOST_LEAKS = 20

/** What was planted and what came out, for the terminal. Kinds and places only: no secret is shown. */
export function canariesText(result: CanariesResult): string[] {
  const { scored, leaks, copy } = result
  const more = leaks.length - MOST_LEAKS
  return [
    ...table([
      ['secret', 'planted', 'allowed', 'LEAKED'],
      ...families(result.kinds).map(({ kind, planted, allowed, leaked }) =>
        [kind, planted, allowed, leaked].map(String),
      ),
    ]),
    '',
    ...leaks.slice(0, MOST_LEAKS).map(({ secret, where, form }) => `leak: ${secret}, in ${where}, as ${form}`),
    ...(more > 0 ? [`and ${number(more)} more (see --json)`] : []),
    `Searched for ${number(result.guesses)} forms of ${number(scored.planted)} secrets, planted in a copy of ${number(copy.rows)} of ${number(copy.of)} rows.`,
    result.controls
      ? 'What may be shown was found, so the search works.'
      : 'The guarantee says of nothing that it stays, so the search has no control.',
    scored.found === 0
      ? `Nothing came out that is forbidden by: ${result.guarantee.sentence}`
      : `${number(scored.found)} of them came out that must NOT. The claim was: ${result.guarantee.sentence}`,
  ]
}

/** Kinds added up by what stands before their colon. */
function families(kinds: CanariesResult['kinds']): CanariesResult['kinds'] {
  const familyOf = (kind: string) => kind.split(':')[0]!
  return [...new Set(kinds.map(({ kind }) => familyOf(kind)))].map((family) => {
    const these = kinds.filter(({ kind }) => familyOf(kind) === family)
    const sum = (part: 'planted' | 'allowed' | 'leaked') => these.reduce((total, one) => total + one[part], 0)
    return { kind: family, planted: sum('planted'), allowed: sum('allowed'), leaked: sum('leaked') }
  })
}
