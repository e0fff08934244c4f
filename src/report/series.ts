import { counted } from '../base/counted.js'
import { number, wrapped } from '../base/format.js'
import type { Guarantee } from '../release/guarantee.js'

interface DifferenceFigures {
  readonly since: string
  readonly appeared: number
  readonly attributable: number
}

interface Account {
  readonly population: string
  readonly releases: number
  readonly unbounded: number
  readonly spent: { readonly epsilon: number; readonly delta: number }
  readonly budget: { readonly epsilon: number; readonly delta: number } | undefined
}

/** What was settled when a series began, for people. */
export function begunText(begun: {
  readonly begun: boolean
  readonly dir: string
  readonly privateDir: string
  readonly keys: string
  readonly guarantee: Guarantee
  readonly derived?: {
    readonly levels: number
    readonly sigma: number
    readonly tau: number
    readonly tauPrime: { readonly first: number; readonly least: number; readonly most: number }
  }
  readonly ledger?: Account
}): string {
  const { dir, privateDir, keys, guarantee, derived, ledger } = begun
  return [
    ...(begun.begun ? [`The series ${dir} has begun.`, ''] : []),
    'What is promised:',
    ...wrapped(guarantee.sentence, '  '),
    'It rests on:',
    ...guarantee.assumptions.flatMap((line) => wrapped(line, '  - ')),
    'It does not protect against:',
    ...guarantee.notProtected.flatMap((line) => wrapped(line, '  - ')),
    ...(derived
      ? [
          '',
          ...wrapped(
            `Noise of deviation ${derived.sigma.toFixed(1)} on each of ${counted(derived.levels, 'level')}; an item must be given ${number(derived.tau)} times in its window, and with its noise pass ${passed(derived.tauPrime)}.`,
          ),
        ]
      : []),
    ...(ledger ? ['', ...accountLines(ledger)] : []),
    '',
    begun.begun
      ? `Keep ${privateDir} to yourself${derived ? `, and ${keys} apart from it` : ''}. Next: lethe series add ${dir} LOG`
      : 'Nothing was written or spent.',
  ].join('\n')
}

/** What a count must pass, in words. */
function passed({ first, least, most }: { readonly first: number; readonly least: number; readonly most: number }) {
  const full = least === most ? number(most) : `${number(least)} to ${number(most)}, by the day`
  return first < least ? `${number(first)} at the first release and ${full} once windows are full` : full
}

/** What became of a log that was added, for people. */
export function seriesAddedText(added: {
  readonly dir: string
  readonly period: string
  readonly done: boolean
  readonly released: number
  readonly empty: boolean
  readonly threshold?: number
  readonly missed: readonly string[]
  readonly differences?: readonly DifferenceFigures[]
  readonly ledger?: Account
  readonly warnings: readonly string[]
  readonly seconds: number
}): string {
  const what = added.threshold === undefined ? 'row' : 'item'
  return [
    added.done
      ? `${added.dir} ${added.empty ? 'is made, and EMPTY: nothing in it' : `is ready: ${counted(added.released, what)}`} (${added.seconds.toFixed(1)} s).`
      : `${added.period} had been added with the same content: nothing was done.`,
    ...(added.missed.length === 0
      ? []
      : wrapped(
          `nothing was added for ${added.missed.join(', ')}: what is missing counts as empty, and has no release`,
          'note: ',
        )),
    ...(added.differences ?? []).map(differenceLine),
    ...added.warnings.flatMap((line) => wrapped(line, 'note: ')),
    ...(added.ledger ? accountLines(added.ledger) : []),
  ].join('\n')
}

/** How a series stands, for people. */
export function seriesText(view: {
  readonly dir: string
  readonly method: string
  readonly every: string
  readonly window: number | 'ever'
  readonly late: string
  readonly guarantee: Guarantee
  readonly periods: readonly {
    readonly period: string
    readonly released: number
    readonly gone?: true
    readonly differences?: readonly DifferenceFigures[]
  }[]
  readonly missed: readonly string[]
  readonly due: readonly string[]
  readonly ledger: Account
}): string {
  const shown = view.periods.slice(-MOST)
  const what = view.guarantee.kind === 'dp' ? 'item' : 'row'
  return [
    `${view.dir}: ${view.method} every ${view.every}, ${view.window === 'ever' ? 'for ever' : `windows of ${counted(view.window, view.every)}`}, ${counted(view.periods.length, 'release')}.`,
    ...wrapped(view.guarantee.sentence, '  '),
    '',
    ...(shown.length < view.periods.length ? [`The last ${MOST}:`] : []),
    ...shown.flatMap(({ period, released, gone, differences = [] }) => [
      `${period}  ${counted(released, what)}${gone ? ', no longer in the folder' : ''}`,
      ...differences.map((one) => `  ${differenceLine(one)}`),
    ]),
    ...(view.missed.length === 0 ? [] : wrapped(`Missed: ${view.missed.join(', ')}.`)),
    ...(view.due.length === 0
      ? ['Nothing is due.']
      : [
          `Due: ${view.due[0]}${view.due.length > 1 ? ` to ${view.due.at(-1)}, ${counted(view.due.length, view.every)}` : ''}.`,
        ]),
    '',
    ...accountLines(view.ledger),
  ].join('\n')
}

const MOST = 14

function differenceLine({ since, appeared, attributable }: DifferenceFigures): string {
  return `new since ${since}: ${counted(appeared, 'text')}; one person alone came to ${number(attributable)} of them`
}

function accountLines({ population, releases, unbounded, spent, budget }: Account): string[] {
  const sum = `epsilon = ${Number(spent.epsilon.toPrecision(4))} at delta = ${Number(spent.delta.toPrecision(4))}`
  return [
    ...(releases === 0
      ? []
      : wrapped(
          `The ledger of ${population}: ${sum}${budget === undefined ? ', no budget is set' : ` of ${budget.epsilon}`} for whoever is in all that was released (a series counts once a window).`,
        )),
    ...(unbounded === 0
      ? []
      : [`The ledger of ${population}: ${counted(unbounded, 'release')} that no epsilon bounds.`]),
  ]
}
