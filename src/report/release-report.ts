import { curves, shareLeft } from './chart.js'
import { number, percent } from './format.js'
import { type Html, html, htmlTable, page } from './html.js'
import type { Inspection } from './inspection.js'
import type { ReleaseFigures } from './release.js'
import type { VerdictFigures } from './verdict.js'

/** What the planted secrets showed. */
export interface CanaryFigures {
  readonly planted: number
  readonly found: number
}

export interface ReportFigures {
  readonly title: string
  readonly log: Inspection
  readonly release: ReleaseFigures
  readonly verdict: VerdictFigures
  readonly canaries: CanaryFigures
  /** Paragraphs in plain words that stand first. */
  readonly story: readonly string[]
}

/** A report on one release for two readers: first in plain words for whoever signs off, then the figures. Custodian only. */
export function releaseReport({ title, log, release, verdict, canaries, story }: ReportFigures): string {
  const { kept, of, guarantee } = release
  return page(title, [
    html`<p class="stamp">For the custodian only: exact figures of the log are in here.</p>`,
    ...story.map((paragraph) => html`<p>${paragraph}</p>`),
    html`<h2>In plain words</h2>
<p><b>What was released.</b> ${number(kept.rows)} of ${number(of.rows)} rows (${percent(kept.rows / Math.max(1, of.rows))}), holding ${number(kept.queries)} of ${number(of.queries)} distinct queries, by the method <i>${release.method}</i>.</p>
<p><b>What is promised.</b> ${guarantee.sentence}</p>
<p><b>Does it hold?</b> ${mark(verdict.holds, 'Checked on the files by independent code: yes.', 'Checked on the files by independent code: NO. Do not publish.', 'It could not be checked from the files alone.')}</p>
<p><b>What could an attack do?</b> ${canaries.planted} made-up secrets were planted in a copy of the log; ${mark(canaries.found === 0, 'none that the promise covers showed anywhere in the output.', `${canaries.found} that must not show did. Do not publish.`, '')}</p>
<p><b>What is not protected.</b></p><ul>${guarantee.notProtected.map((line) => html`<li>${line}</li>`)}</ul>`,
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
    html`<h2>Checks</h2>`,
    htmlTable(
      ['check', 'holds', 'detail'],
      verdict.checks.map((check) => [check.name, mark(check.holds, 'yes', 'NO', 'unknown'), check.detail]),
    ),
    html`<h2>The promise rests on</h2><ul>${guarantee.assumptions.map((line) => html`<li>${line}</li>`)}</ul>`,
  ])
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
