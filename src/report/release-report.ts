import type { Manifest } from '../release/manifest.js'
import { curves, shareLeft } from './chart.js'
import { number, percent } from './format.js'
import { type Html, html, htmlTable, page } from './html.js'
import type { Inspection } from './inspection.js'
import { riskOf, worstOf } from './risk.js'
import { flat } from './settings.js'
import type { VerdictFigures } from './verdict.js'

/** What the planted secrets showed. */
export interface CanaryFigures {
  readonly planted: number
  readonly found: number
}

/** Queries that many persons asked, and how many did. */
export interface TextFigures {
  readonly shown: readonly { readonly text: string; readonly persons: number }[]
  readonly withheld: readonly { readonly text: string; readonly persons: number }[]
}

export interface ReportFigures {
  readonly title: string
  readonly manifest: Manifest
  readonly verdict: VerdictFigures
  /** What each attack scored, by its name. */
  readonly attacks: Readonly<Record<string, unknown>>
  /** Only for the custodian: the log, and what is left of it. */
  readonly log?: Inspection
  readonly measures?: Readonly<Record<string, unknown>>
  /** Only for the custodian, and only if asked for. */
  readonly texts?: TextFigures
  readonly canaries?: CanaryFigures
  /** Paragraphs in plain words that stand first. */
  readonly story?: readonly string[]
}

/**
 * A report on one release for two readers: first in plain words for whoever signs off, then the figures. With figures of the
 * log it is for the custodian only; the public one has manifest, checks and a summary of the attacks, and nothing else.
 */
export function releaseReport(figures: ReportFigures, forWhom: 'custodian' | 'public'): string {
  const { manifest, verdict, attacks, canaries } = figures
  const custodian = forWhom === 'custodian'
  const meant = manifest.experiment?.guarantee ?? manifest.guarantee
  const notProtected = [...new Set([...manifest.guarantee.notProtected, ...meant.notProtected])]
  return page(figures.title, [
    ...(custodian ? [html`<p class="stamp">For the custodian only: exact figures of the log are in here.</p>`] : []),
    ...(figures.story ?? []).map((paragraph) => html`<p>${paragraph}</p>`),
    html`<h2>In plain words</h2>
<p><b>What was released.</b> ${whatWas(manifest)} ${custodian ? whatIsLeft(figures) : ''}</p>
<p><b>What is promised.</b> ${manifest.guarantee.sentence}${manifest.experiment ? ` Without the seed it would be: ${meant.sentence}` : ''}</p>
<p><b>Does it hold?</b> ${mark(verdict.holds, 'Checked on the files by independent code: yes.', 'Checked on the files by independent code: NO. Do not publish.', 'It could not be checked from the files alone.')}</p>
<p><b>What could the attacks do?</b> ${attackWords(figures, custodian)}${canaries ? canaryWords(canaries) : html``}</p>
<p><b>What is not protected.</b></p><ul>${notProtected.map((line) => html`<li>${line}</li>`)}</ul>`,
    ...(custodian && figures.log ? aboutLog(figures.log) : []),
    ...(custodian && figures.texts ? someTexts(figures.texts) : []),
    html`<h2>Checks</h2>`,
    htmlTable(
      ['check', 'holds', 'detail'],
      // Details count rows and texts of the release, which anyone can; against the log they would count persons.
      verdict.checks.map((check) => [
        check.name,
        mark(check.holds, 'yes', 'NO', 'unknown'),
        custodian ? check.detail : '',
      ]),
    ),
    ...(custodian ? resultTables('Attacks', attacks) : []),
    ...(custodian ? resultTables('Measures', figures.measures ?? {}) : []),
    html`<h2>The promise rests on</h2><ul>${meant.assumptions.map((line) => html`<li>${line}</li>`)}</ul>`,
    html`<h2>How it was made</h2>`,
    htmlTable(
      ['step', 'parameters'],
      manifest.steps.map(({ method, params }) => [method, JSON.stringify(params)]),
    ),
    htmlTable(
      ['column', 'meaning'],
      manifest.columns.map(({ name, meaning }) => [name, meaning]),
    ),
    html`<p class="soft">lethe ${manifest.software.version}${manifest.experiment ? '; made with repeatable chance: an experiment, not to be published' : ''}${manifest.tuned ? '; the settings were chosen by looking at this very log' : ''}.</p>`,
  ])
}

function whatWas({ files, columns, profile, steps }: Manifest): string {
  const how = profile ?? steps.map((step) => step.method).join(', then ')
  return `${files.join(', ')} with the columns ${columns.map((column) => column.name).join(', ')}, made by ${how}.`
}

function whatIsLeft({ measures }: ReportFigures): string {
  const kept = measures?.kept as Readonly<Record<string, number>> | undefined
  if (kept === undefined) return ''
  const parts = (['rows', 'users', 'queries', 'logSize'] as const).flatMap((part) =>
    kept[part] === undefined ? [] : [`${percent(kept[part])} of the ${part === 'logSize' ? 'words' : part}`],
  )
  return `Left of the log: ${parts.join(', ')}.`
}

function attackWords({ attacks, measures }: ReportFigures, exact: boolean): Html {
  const shown = (share: number) => (exact ? percent(share) : `about ${5 * Math.round(20 * share)}%`)
  const lines = Object.entries(attacks).flatMap(([attack, scored]) => {
    const risk = riskOf(attack, scored)
    return risk ? [html`<li><i>${attack}</i>: ${shown(risk.share)} (${risk.of})</li>`] : []
  })
  const worst = worstOf(attacks, measures)
  if (worst === undefined) return html`None of the attacks applies to data of this shape.`
  return html`What came furthest is ${worst.attack}: ${shown(worst.share)} (${worst.of}).<ul>${lines}</ul>`
}

function canaryWords({ planted, found }: CanaryFigures): Html {
  return html` ${planted} made-up secrets were planted in a copy of the log; ${mark(found === 0, 'none that the promise covers showed anywhere in the output.', `${found} that must not show did. Do not publish.`, '')}`
}

function aboutLog(log: Inspection): Html[] {
  return [
    html`<h2>The log</h2>`,
    htmlTable(
      ['', ''],
      [
        ['rows', number(log.rows)],
        ['rows that did not parse', number(log.badRows)],
        ['persons', number(log.users)],
        [
          'persons with a query nobody else asked',
          `${number(log.usersWithUniqueQuery)} (${percent(log.usersWithUniqueQuery / Math.max(1, log.users))})`,
        ],
        ['distinct queries', number(log.queries)],
        ['distinct terms', number(log.terms)],
        [
          'rows a person (median, mean, most)',
          `${number(log.perUser.median)}, ${number(log.perUser.mean)}, ${number(log.perUser.max)}`,
        ],
      ],
    ),
    uniqueness(log),
    html`<h2>What a threshold costs</h2>`,
    htmlTable(
      ['persons a query needs', 'queries kept', 'rows kept', 'of rows'],
      log.keptAt.map((at) => [String(at.k), number(at.queries), number(at.rows), percent(at.share)]),
    ),
  ]
}

function someTexts({ shown, withheld }: TextFigures): Html[] {
  const table = (title: string, texts: TextFigures['shown']) => [
    html`<h2>${title}</h2>`,
    htmlTable(
      ['query', 'persons'],
      texts.map(({ text, persons }) => [text, number(persons)]),
    ),
  ]
  return [...table('Most asked, and released', shown), ...table('Most asked of what was withheld', withheld)]
}

function resultTables(title: string, results: Readonly<Record<string, unknown>>): Html[] {
  const rows = Object.entries(results).flatMap(([name, figures]) =>
    flat(figures).map(([figure, value]) => [name, figure, String(Number(value.toPrecision(5)))]),
  )
  return rows.length === 0 ? [] : [html`<h2>${title}</h2>`, htmlTable(['', 'figure', 'value'], rows)]
}

function mark(holds: boolean | null, yes: string, no: string, open: string): Html {
  return holds === true
    ? html`<span class="good">${yes}</span>`
    : holds === false
      ? html`<b class="bad">${no}</b>`
      : html`<span class="soft">${open}</span>`
}

function uniqueness(log: Inspection): Html {
  const by = (weight: 'queries' | 'rows') =>
    shareLeft(log.uniqueness.map((at) => ({ n: at.users, weight: at[weight] })))
  return curves(
    [
      { name: 'rows left', colour: 'one', points: by('rows') },
      { name: 'distinct queries left', colour: 'two', points: by('queries') },
    ],
    'persons a query needs (k)',
    'What is left of the log when queries of fewer than k persons are taken out.',
  )
}
