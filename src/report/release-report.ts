import { number } from '../base/format.js'
import type { Manifest } from '../release/manifest.js'
import { attackerBars, attackTable, furthestWords } from './attack-outcomes.js'
import { type Draw, drawing } from './draw.js'
import { figureName, figureText, namesItself } from './figure-names.js'
import { glossary } from './glossary.js'
import { folded, type Html, html, htmlTable, list, page, today } from './html.js'
import type { Inspection } from './inspection.js'
import { sharesText } from './kept.js'
import { logSection } from './log-section.js'
import { type AttackOutcome, inJson } from './outcomes.js'
import { parameterTable, planWords } from './plan-words.js'
import { isDifferentiallyPrivate, WHY_NO_FIGURES } from './public-figures.js'
import { flat } from './settings.js'
import type { VerdictFigures } from './verdict.js'
import { whatIsLeft } from './what-is-left.js'

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
  /** The release by its folder's name. */
  readonly name: string
  /** SHA-256 of its SHA256SUMS; without it there are none. */
  readonly checksum?: string
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
export async function releaseReport(figures: ReportFigures, forWhom: 'custodian' | 'public'): Promise<string> {
  const { manifest, empty } = figures
  const custodian = forWhom === 'custodian'
  const verdictOnly = !custodian && isDifferentiallyPrivate(manifest)
  const draw = await drawing()
  const heading = {
    title: `Release ${figures.name}, checked${verdictOnly ? '' : ' and attacked'}`,
    stamps: [
      ...(custodian ? ['For the custodian only: exact figures of the log are in here.'] : []),
      ...(empty ? ['The release is empty: nothing in it.'] : []),
    ],
    facts: factsOf(figures),
  }
  return page(heading, [
    ...(figures.story ?? []).map((paragraph) => html`<p>${paragraph}</p>`),
    ...promiseSection(figures),
    ...(verdictOnly
      ? [html`<p><b>Why there are no figures.</b> ${WHY_NO_FIGURES}</p>`]
      : triedSection(figures, custodian, draw)),
    ...(custodian && figures.measures ? leftSection(figures.measures, draw) : []),
    ...(custodian && figures.texts ? someTexts(figures.texts) : []),
    html`<h2>How it was made</h2>`,
    parameterTable(manifest.steps),
    html`<p class="soft">lethe ${manifest.software.version}${manifest.experiment ? '; made with repeatable chance: an experiment, not to be published' : ''}${manifest.tuned ? '; the settings were chosen by looking at this very log' : ''}.</p>`,
    html`<h2>How to verify</h2>
<p><code>lethe verify DIR</code> checks the files of the release against its checksums, and the promise as far as they show it. The checksum above is that of the file SHA256SUMS, as <code>sha256sum DIR/SHA256SUMS</code> tells it: whoever has it from here knows that their copy is the release that this page is about.</p>`,
    html`<h2>More</h2>`,
    ...(verdictOnly ? [] : moreOf(figures, custodian, draw)),
    folded('The columns', [
      htmlTable(
        ['column', 'meaning'],
        manifest.columns.map(({ name, meaning }) => [name, meaning]),
      ),
    ]),
    glossary(),
  ])
}

function factsOf({ manifest, checksum }: ReportFigures): [string, string | Html][] {
  return [
    ['Data', `${manifest.files.join(', ')} with the columns ${manifest.columns.map(({ name }) => name).join(', ')}`],
    ['Page made', today()],
    ['Plan', planWords(manifest)],
    [
      'Checksum',
      checksum === undefined ? 'SHA256SUMS is missing' : html`<code>${checksum}</code> (SHA-256 of SHA256SUMS)`,
    ],
  ]
}

function promiseSection({ manifest, verdict }: ReportFigures): Html[] {
  const meant = manifest.experiment?.guarantee ?? manifest.guarantee
  const notProtected = [...new Set([...manifest.guarantee.notProtected, ...meant.notProtected])]
  return [
    html`<h2>What is promised</h2>
<p class="lead">${manifest.guarantee.sentence}${manifest.experiment ? ` Without the seed it would be: ${meant.sentence}` : ''}</p>
<p><b>Does it hold?</b> ${holdsWords(manifest, verdict)}</p>
<p><b>What is not protected.</b></p>${list(notProtected)}`,
    folded('The promise rests on', [list(meant.assumptions)]),
  ]
}

function holdsWords(manifest: Manifest, { holds }: VerdictFigures): Html {
  if (holds === null && manifest.guarantee.kind === 'none')
    return html`<span class="soft">Nothing is promised, so there is nothing to hold.</span>`
  return mark(
    holds,
    'Checked by independent code: yes.',
    'Checked by independent code: NO. Do not publish.',
    'Cannot be shown from this: independent code found nothing against it, and nothing that was given shows it.',
  )
}

function triedSection({ attacks = [], canaries, manifest }: ReportFigures, exact: boolean, draw: Draw): Html[] {
  const meant = manifest.experiment?.guarantee ?? manifest.guarantee
  return [
    html`<h2>What was tried, by attacker</h2>
<p>${furthestWords(attacks, exact)}${canaries ? canaryWords(canaries) : html``}</p>`,
    attackerBars(attacks, meant, exact, draw),
  ]
}

function leftSection(measures: Readonly<Record<string, unknown>>, draw: Draw): Html[] {
  const kept = measures.kept as Readonly<Record<string, unknown>> | undefined
  return [
    html`<h2>What is left</h2>${kept === undefined ? html`` : html`<p>Left of the log: ${sharesText(kept)}.</p>`}`,
    whatIsLeft(measures, draw),
  ]
}

function moreOf({ attacks = [], measures, verdict, log }: ReportFigures, custodian: boolean, draw: Draw): Html[] {
  const found = inJson(attacks.filter(({ outcome }) => outcome === 'ran')).attacks
  return [
    folded('Checks', [checkTable(verdict, custodian)]),
    ...(attacks.length === 0 ? [] : [folded('Each attack', [attackTable(attacks, custodian)])]),
    ...(custodian ? figureTable('What the attacks found', 'attack', found) : []),
    ...(custodian && measures ? figureTable('All measures', 'measure', measures) : []),
    ...(custodian && log ? [folded('The log', logSection(log, draw))] : []),
  ]
}

/** Details count rows and texts of the release, which anyone can; against the log they would count persons: the public has none. */
function checkTable({ checks }: VerdictFigures, details: boolean): Html {
  return htmlTable(
    ['check', 'holds', ...(details ? ['detail'] : [])],
    checks.map((check) => [
      check.name,
      mark(check.holds, 'yes', 'NO', 'cannot be shown'),
      ...(details ? [check.detail] : []),
    ]),
  )
}

function canaryWords({ planted, found }: CanaryFigures): Html {
  return html` ${planted} made-up secrets were planted in a copy of the log; ${mark(found === 0, 'none that the promise covers showed anywhere in the output.', `${found} that must not show did. Do not publish.`, '')}`
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

function figureTable(title: string, what: string, results: Readonly<Record<string, unknown>>): Html[] {
  const rows = Object.entries(results).flatMap(([name, figures]) => [
    ...flat(figures)
      .filter(([path]) => !namesItself(path))
      .map(([path, value]) => [name, figureName(path), figureText(name, path, value)]),
    ...Object.entries((figures as { readonly reasons?: Record<string, string> } | null)?.reasons ?? {}).map(
      ([path, reason]) => [name, figureName(path), reason],
    ),
  ])
  return rows.length === 0 ? [] : [folded(title, [htmlTable([what, 'figure', 'value'], rows)])]
}

function mark(holds: boolean | null, yes: string, no: string, open: string): Html {
  return holds === true
    ? html`<span class="good">${yes}</span>`
    : holds === false
      ? html`<b class="bad">${no}</b>`
      : html`<span class="soft">${open}</span>`
}
