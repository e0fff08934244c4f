import { number, percent } from '../base/format.js'
import { attackCell, attacksWithFigures, whyNoFigure } from './attack-cells.js'
import { roughly } from './attack-outcomes.js'
import { shareText, worstText } from './comparison-text.js'
import { type Html, html, htmlTable, page } from './html.js'
import type { Inspection } from './inspection.js'
import { parameterCurves } from './parameter-curves.js'
import { promisesDp, WHY_NO_FIGURES } from './public-figures.js'
import { APART, READERS } from './risk.js'
import { scatter } from './scatter.js'
import { flat, hasFigures, type Setting, spread } from './settings.js'

export interface ComparisonFigures {
  readonly log: Inspection
  readonly settings: readonly Setting[]
  /** Whose attack each is: a figure without its attacker says nothing. */
  readonly attackers: Readonly<Record<string, string>>
  readonly software: string
  readonly title?: string
  /** Paragraphs in plain words that stand first. */
  readonly story?: readonly string[]
}

/** A comparison for two readers: plain words for whoever signs off, then every figure. Custodian only. */
export function comparisonReport({ log, settings, attackers, software, title, story }: ComparisonFigures): string {
  const good = settings.filter((setting) => setting.error === undefined)
  return page(title ?? 'Ways to release this log, compared', [
    html`<p class="stamp">For the custodian only: exact figures of the log are in here.</p>`,
    ...(story ?? []).map((paragraph) => html`<p>${paragraph}</p>`),
    inPlainWords(log, good),
    frontier(good),
    html`<h2>All settings</h2>`,
    settingsTable(settings, attackers),
    parameterCurves(good),
    html`<h2>What each attack did</h2>`,
    attackTable(good, attackers),
    html`<h2>All measures</h2>
<p class="soft">Means over seeds, and from least to most where seeds differ.</p>`,
    ...measureTables(good),
    html`<h2>What is promised, and what is not</h2>`,
    ...promises(good),
    failures(settings),
    html`<p class="soft">Made by lethe ${software} on Node ${process.versions.node}, ${process.platform} ${process.arch}. Seeds are repeatable chance: these releases are experiments. Settings chosen by looking at this page were tuned on the log; a release should say so.</p>`,
  ])
}

/**
 * The part that may leave the house: promises, checks and attacks in rounded shares. No figure of the log, and of settings that promise
 * differential privacy none that was computed from it either.
 */
export function publicComparison({
  settings,
  attackers,
  software,
}: Pick<ComparisonFigures, 'settings' | 'attackers' | 'software'>): string {
  const good = settings.filter((setting) => setting.error === undefined)
  return page('Ways to release a log, compared', [
    html`<p>What each setting promises, whether independent code confirmed it, and how far the attacks came, rounded to five points in a hundred.</p>`,
    ...(good.some(({ guarantee }) => promisesDp(guarantee))
      ? [html`<p><b>Settings that promise differential privacy.</b> ${WHY_NO_FIGURES}</p>`]
      : []),
    html`<div class="wide">${htmlTable(
      ['setting', 'promise', 'confirmed', 'worst attack', 'reached'],
      good.map((setting) => [
        setting.label,
        setting.guarantee?.kind ?? '',
        answer(setting.holds),
        ...(promisesDp(setting.guarantee) ? ['not told', 'not told'] : publicWorst(setting, attackers)),
      ]),
    )}</div>`,
    html`<h2>What is promised, and what is not</h2>`,
    ...promises(good),
    html`<p class="soft">Made by lethe ${software}.</p>`,
  ])
}

function publicWorst(setting: Setting, attackers: ComparisonFigures['attackers']): string[] {
  const { attack, reached } = worstText(setting)
  return [named(attack, attackers), reached === '-' ? '-' : roughly(setting.risk?.mean ?? 0)]
}

/** An attack with its attacker. */
function named(attack: string, attackers: ComparisonFigures['attackers']): string {
  const attacker = attack === 'plain reading' ? 'reader' : attackers[attack]
  return attacker === undefined ? attack : `${attack} (${attacker})`
}

function inPlainWords(log: Inspection, settings: readonly Setting[]): Html {
  const alone = percent(log.usersWithUniqueQuery / Math.max(1, log.users))
  const best = settings.filter((setting) => setting.onFrontier)
  const careful = settings.filter(
    (setting) =>
      setting.risk &&
      setting.risk.mean <= 0.05 &&
      setting.guarantee?.kind !== 'none' &&
      setting.holds !== false &&
      !setting.empty &&
      setting.attackErrors.length === 0,
  )
  const pick = careful.reduce<Setting | undefined>(
    (a, b) => (a?.use && b.use && a.use.mean >= b.use.mean ? a : b),
    undefined,
  )
  return html`<h2>In plain words</h2>
<p><b>The log</b> holds ${number(log.rows)} rows of ${number(log.users)} persons. ${number(log.usersWithUniqueQuery)} of them (${alone}) asked something that nobody else did: whoever knows of it finds them.</p>
<p><b>What was tried.</b> ${settings.length} ways to release it. Each release was checked by independent code and then attacked by someone who knows the original log, which is the strongest attacker there is.</p>
<p><b>What came out.</b> ${best.length === 1 ? 'One setting is' : `${best.length} settings are`} not beaten by another that gives attackers less and readers more: marked in the table, joined by the line in the picture.</p>
<p><b>Where to start.</b> ${
    pick?.use && pick.risk
      ? html`Of those that promise something and where nobody ${READERS} got at more than one in twenty (${Object.values(APART).join(', or ')}, is told apart), <i>${pick.label}</i> keeps the most: ${percent(pick.use.mean)} of the words of the log. ${pick.guarantee?.sentence ?? ''}${notTriedWords(pick)}`
      : html`No setting that promises something keeps everybody ${READERS} below one in twenty. Try stricter ones, or release less.`
  }</p>
<p>A low figure here means that these attacks failed on this log, not that no attack can succeed. What holds whatever an attacker knows is the promise, not the figure.</p>`
}

/** What was not tried is not harmless. */
function notTriedWords({ notTried }: Setting): Html {
  if (notTried.length === 0) return html``
  return html` <b>Not tried on it:</b> ${notTried.map(({ attack, reason }) => `${attack} (${reason})`).join('; ')}. How far that would have come is not known.`
}

function frontier(settings: readonly Setting[]): Html {
  const dots = settings.flatMap((setting) =>
    setting.risk && setting.use && hasFigures(setting)
      ? [
          {
            name: `${setting.label}: ${worstText(setting).attack} ${worstText(setting).reached}, keeps ${percent(setting.use.mean)}`,
            group: setting.method,
            x: setting.risk.mean,
            y: setting.use.mean,
            best: setting.onFrontier,
          },
        ]
      : [],
  )
  if (dots.length === 0) return html``
  const caption =
    'Each dot is a setting: to the left attackers get less, further up more of the words is left. The dashed line joins the settings that none beats.'
  const outside = settings.filter((setting) => !hasFigures(setting)).map(({ label }) => label)
  const beside =
    outside.length === 0
      ? html``
      : html`<p class="soft">Not in the picture, for want of a figure: ${outside.join('; ')}.</p>`
  return html`<h2>Privacy against use</h2>${scatter(dots, 'how far the worst attack came', 'words kept', caption)}${beside}`
}

function settingsTable(settings: readonly Setting[], attackers: ComparisonFigures['attackers']): Html {
  return wide(
    htmlTable(
      ['setting', 'promise', 'confirmed', 'worst attack', 'it reached', 'words kept', 'seconds'],
      settings.map((setting) => [
        setting.onFrontier ? html`<b>${setting.label}</b> ★` : setting.label,
        setting.error === undefined ? (setting.guarantee?.kind ?? '') : 'failed',
        answer(setting.holds),
        setting.error === undefined ? named(worstText(setting).attack, attackers) : '',
        setting.error === undefined ? worstText(setting).reached : '',
        shareText(setting.use),
        setting.seconds.mean.toFixed(1),
      ]),
    ),
  )
}

function attackTable(settings: readonly Setting[], attackers: ComparisonFigures['attackers']): Html {
  const attacks = attacksWithFigures(settings)
  const why = whyNoFigure(settings)
  const table = htmlTable(
    ['setting', ...attacks.map((attack) => named(attack, attackers))],
    settings.map((setting) => [setting.label, ...attacks.map((attack) => attackCell(setting, attack))]),
  )
  if (why.length === 0) return wide(table)
  return html`${wide(table)}<details><summary>Why some attacks have no figure</summary>${wide(
    htmlTable(
      ['attack', '', 'why', 'settings'],
      why.map(({ attack, outcome, reason, settings: these }) => [
        named(attack, attackers),
        outcome,
        reason,
        these.length === settings.length ? 'all' : these.join('; '),
      ]),
    ),
  )}</details>`
}

function measureTables(settings: readonly Setting[]): Html[] {
  const measures = [...new Set(settings.flatMap((setting) => setting.runs.flatMap((run) => Object.keys(run.measures))))]
  return measures.map((measure) => {
    const figures = (setting: Setting) => setting.runs.map((run) => new Map(flat(run.measures[measure])))
    const taken = settings.filter((setting) => setting.runs.some((run) => measure in run.measures))
    const names = [...new Set(taken.flatMap((setting) => figures(setting).flatMap((map) => [...map.keys()])))].slice(
      0,
      8,
    )
    const value = (setting: Setting, name: string) => {
      const values = figures(setting).flatMap((map) => map.get(name) ?? [])
      if (values.length === 0) return ''
      const { mean, least, most } = spread(values)
      return most - least > Math.abs(mean) / 1000 ? `${short(mean)} (${short(least)} to ${short(most)})` : short(mean)
    }
    return html`<h3>${measure}</h3>${wide(
      htmlTable(
        ['setting', ...names],
        taken.map((setting) => [setting.label, ...names.map((name) => value(setting, name))]),
      ),
    )}`
  })
}

function promises(settings: readonly Setting[]): Html[] {
  return settings.map(
    ({ label, guarantee }) => html`<details><summary>${label}</summary><p>${guarantee?.sentence ?? ''}</p>
<p class="soft">It rests on:</p><ul>${(guarantee?.assumptions ?? []).map((line) => html`<li>${line}</li>`)}</ul>
<p class="soft">It does not protect against:</p><ul>${(guarantee?.notProtected ?? []).map((line) => html`<li>${line}</li>`)}</ul></details>`,
  )
}

function failures(settings: readonly Setting[]): Html {
  const failed = settings.flatMap(({ label, error, attackErrors }) => [
    ...(error === undefined ? [] : [[label, error]]),
    ...attackErrors.map(([attack, why]) => [label, `${attack}: ${why}`]),
  ])
  if (failed.length === 0) return html``
  return html`<h2>What failed</h2>${htmlTable(['setting', 'why'], failed)}`
}

function answer(holds: boolean | null): Html {
  return holds === true
    ? html`<span class="good">yes</span>`
    : holds === false
      ? html`<b class="bad">NO</b>`
      : html`<span class="soft">cannot be shown from the files alone</span>`
}

/** Tables wider than a phone scroll by themselves. */
function wide(table: Html): Html {
  return html`<div class="wide">${table}</div>`
}

function short(value: number): string {
  return Number.isInteger(value)
    ? number(value)
    : Math.abs(value) < 0.001
      ? value.toExponential(1)
      : String(Number(value.toPrecision(3)))
}
