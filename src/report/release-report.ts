import { number, percent } from '../base/format.js'
import type { Manifest } from '../release/manifest.js'
import { attackTable, furthestWords } from './attack-outcomes.js'
import { curves, shareLeft } from './chart.js'
import { type Html, html, htmlTable, page } from './html.js'
import type { Inspection } from './inspection.js'
import { sharesText } from './kept.js'
import { type AttackOutcome, inJson } from './outcomes.js'
import { isDifferentiallyPrivate, WHY_NO_FIGURES } from './public-figures.js'
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
  /** Is there nothing in the release? */
  readonly empty: boolean
  /** What came of each attack; without them none was asked. */
  readonly attacks?: readonly AttackOutcome[]
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
 * log it is for the custodian only; the public one has manifest, checks and a summary of the attacks, and nothing else. Of a release
 * that promises differential privacy the public one has the manifest and the verdict alone.
 */
export function releaseReport(figures: ReportFigures, forWhom: 'custodian' | 'public'): string {
  const { manifest, verdict, attacks = [] } = figures
  const custodian = forWhom === 'custodian'
  const meant = manifest.experiment?.guarantee ?? manifest.guarantee
  const notProtected = [...new Set([...manifest.guarantee.notProtected, ...meant.notProtected])]
  const verdictOnly = !custodian && isDifferentiallyPrivate(manifest)
  return page(figures.title, [
    ...(custodian ? [html`<p class="stamp">For the custodian only: exact figures of the log are in here.</p>`] : []),
    ...(figures.empty ? [html`<p class="stamp">The release is empty: nothing in it.</p>`] : []),
    ...(figures.story ?? []).map((paragraph) => html`<p>${paragraph}</p>`),
    html`<h2>In plain words</h2>
<p><b>What was released.</b> ${whatWas(manifest)} ${custodian ? whatIsLeft(figures) : ''}</p>
<p><b>What is promised.</b> ${manifest.guarantee.sentence}${manifest.experiment ? ` Without the seed it would be: ${meant.sentence}` : ''}</p>
<p><b>Does it hold?</b> ${holdsWords(figures)}</p>
${verdictOnly ? html`<p><b>Why there are no figures.</b> ${WHY_NO_FIGURES}</p>` : attackWords(figures, custodian)}
<p><b>What is not protected.</b></p><ul>${notProtected.map((line) => html`<li>${line}</li>`)}</ul>`,
    ...(custodian && figures.log ? aboutLog(figures.log) : []),
    ...(custodian && figures.texts ? someTexts(figures.texts) : []),
    ...(verdictOnly ? [] : [html`<h2>Checks</h2>`, checkTable(verdict, custodian)]),
    ...(verdictOnly || attacks.length === 0 ? [] : [html`<h2>Attacks</h2>`, attackTable(attacks, custodian)]),
    ...(custodian ? resultTables('What the attacks found', ranOnly(attacks)) : []),
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

function holdsWords({ manifest, verdict: { holds } }: ReportFigures): Html {
  if (holds === null && manifest.guarantee.kind === 'none')
    return html`<span class="soft">Nothing is promised, so there is nothing to hold.</span>`
  return mark(
    holds,
    'Checked by independent code: yes.',
    'Checked by independent code: NO. Do not publish.',
    'Cannot be shown from this: independent code found nothing against it, and nothing that was given shows it.',
  )
}

function whatIsLeft({ measures }: ReportFigures): string {
  const kept = measures?.kept as Readonly<Record<string, unknown>> | undefined
  return kept === undefined ? '' : `Left of the log: ${sharesText(kept)}.`
}

function attackWords({ attacks, measures, canaries }: ReportFigures, exact: boolean): Html {
  return html`<p><b>What could the attacks do?</b> ${furthestWords(attacks ?? [], measures, exact)}${canaries ? canaryWords(canaries) : html``}</p>`
}

function checkTable({ checks }: VerdictFigures, details: boolean): Html {
  return htmlTable(
    ['check', 'holds', 'detail'],
    // Details count rows and texts of the release, which anyone can; against the log they would count persons.
    checks.map((check) => [check.name, mark(check.holds, 'yes', 'NO', 'cannot be shown'), details ? check.detail : '']),
  )
}

function ranOnly(attacks: readonly AttackOutcome[]): Readonly<Record<string, unknown>> {
  return inJson(attacks.filter(({ outcome }) => outcome === 'ran')).attacks
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
  const rows = Object.entries(results).flatMap(([name, figures]) => [
    ...flat(figures).map(([figure, value]) => [name, figure, String(Number(value.toPrecision(5)))]),
    ...Object.entries((figures as { readonly reasons?: Record<string, string> } | null)?.reasons ?? {}).map(
      ([figure, reason]) => [name, figure, reason],
    ),
  ])
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
