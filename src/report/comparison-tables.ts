import type { Attacker } from '../release/attackers.js'
import { attackCell, attacksWithFigures, samplesIn, whyNoFigure } from './attack-cells.js'
import { attackerHead } from './comparison-text.js'
import { figureName, figureText, namesItself } from './figure-names.js'
import { folded, type Html, html, htmlTable, list } from './html.js'
import { sampleWords } from './outcomes.js'
import { promiseName } from './promise-words.js'
import { attackersIn, riskCell, spreadText } from './risk-cells.js'
import { flat, type Setting, spread } from './settings.js'
import { shortNames, together } from './short-names.js'

type Whose = Readonly<Record<string, string>>

/** Every setting: its promise, how far each attacker came, what it is good for. The one that is advised stands out. */
export function settingsTable(
  settings: readonly Setting[],
  whose: Whose,
  limits: Readonly<Partial<Record<Attacker, number>>>,
  pick?: string,
): Html {
  const attackers = attackersIn(settings)
  const tasks = [...new Set(settings.flatMap((setting) => Object.keys(setting.tasks)))]
  const names = shortNames(settings.map(({ label }) => label))
  const table = htmlTable(
    ['setting', 'promise', 'confirmed', ...attackers.map(attackerHead), ...tasks, 'words kept'],
    settings.map((setting) => [
      names.get(setting.label) ?? setting.label,
      ...(setting.error === undefined
        ? [
            promiseName(setting.guarantee),
            answer(setting.holds),
            ...attackers.map((attacker) => riskCell(setting, attacker, whose, true, limits[attacker])),
            ...tasks.map((task) => (setting.tasks[task] ? spreadText(setting.tasks[task]) : none(setting, task))),
            setting.kept ? spreadText(setting.kept) : none(setting, 'kept'),
          ]
        : [
            html`<b class="bad">FAILED</b>`,
            ...Array.from({ length: attackers.length + tasks.length + 2 }, () => DASH),
          ]),
    ]),
    settings.findIndex(({ label }) => label === pick),
  )
  return html`<p>Bold figures are over the limit that was asked for; settings that fit stand first, the most useful on top, and of those that are within a point of each other the stronger promise. What promises nothing never fits.</p>${table}`
}

const DASH = html`<span class="soft">failed</span>`

/** Why a setting has no figure of a measure: whether it cannot be asked of such a release, or was not. */
function none({ runs }: Setting, measure: string): Html {
  const asked = runs.some((run) => Object.hasOwn(run.leftOut, measure) || Object.hasOwn(run.measures, measure))
  return html`<span class="soft">${asked ? 'not applicable' : 'not run'}</span>`
}

export function answer(holds: boolean | null): Html {
  return holds === true
    ? html`<span class="good">yes</span>`
    : holds === false
      ? html`<b class="bad">NO</b>`
      : html`<span class="soft">cannot be shown</span>`
}

/** An attack with its attacker. */
function named(attack: string, whose: Whose): string {
  return whose[attack] === undefined ? attack : `${attack} (${whose[attack]})`
}

export function attackTables(settings: readonly Setting[], whose: Whose): Html[] {
  const attacks = attacksWithFigures(settings)
  const why = whyNoFigure(settings)
  const sample = sampleWords(samplesIn(settings), true)
  return [
    folded('What each attack did', [
      ...(sample === undefined ? [] : [html`<p class="soft">${sample}</p>`]),
      htmlTable(
        ['setting', ...attacks.map((attack) => named(attack, whose))],
        settings.map((setting) => [setting.label, ...attacks.map((attack) => attackCell(setting, attack))]),
      ),
    ]),
    ...(why.length === 0
      ? []
      : [
          folded('Why some attacks have no figure', [
            htmlTable(
              ['attack', 'outcome', 'why', 'settings'],
              why.map(({ attack, outcome, reason, settings: these }) => [
                ...[named(attack, whose), outcome, reason],
                these.length === settings.length ? 'all' : together(these).join('; '),
              ]),
            ),
          ]),
        ]),
  ]
}

/** How many figures of a measure a table shows; results.json has them all. */
const MOST = 6

export function measureTables(settings: readonly Setting[]): Html[] {
  const measures = [...new Set(settings.flatMap((setting) => setting.runs.flatMap((run) => Object.keys(run.measures))))]
  return measures.flatMap((measure) => {
    const figures = (setting: Setting) => setting.runs.map((run) => new Map(flat(run.measures[measure])))
    const taken = settings.filter((setting) => setting.runs.some((run) => measure in run.measures))
    const names = [...new Set(taken.flatMap((setting) => figures(setting).flatMap((map) => [...map.keys()])))]
      .filter((name) => !namesItself(name))
      .slice(0, MOST)
    if (names.length === 0) return []
    const value = (setting: Setting, name: string) => {
      const values = figures(setting).flatMap((map) => map.get(name) ?? [])
      if (values.length === 0) return html`<span class="soft">none</span>`
      const { mean, least, most } = spread(values)
      const text = (one: number) => figureText(measure, name, one)
      return most - least > Math.abs(mean) / 1000
        ? html`${text(mean)} <small>(${text(least)} to ${text(most)})</small>`
        : html`${text(mean)}`
    }
    return [
      html`<h3>${measure}</h3>${htmlTable(
        ['setting', ...names.map(figureName)],
        taken.map((setting) => [setting.label, ...names.map((name) => value(setting, name))]),
      )}`,
    ]
  })
}

export function promises(settings: readonly Setting[]): Html[] {
  return settings.map(({ label, guarantee }) =>
    folded(label, [
      html`<p>${guarantee?.sentence ?? 'Nothing is promised.'}</p>`,
      html`<p class="soft">It rests on:</p>${list(guarantee?.assumptions ?? [])}`,
      html`<p class="soft">It does not protect against:</p>${list(guarantee?.notProtected ?? [])}`,
    ]),
  )
}

export function failures(settings: readonly Setting[]): Html {
  const failed = settings.flatMap(({ label, error, attackErrors }) => [
    ...(error === undefined ? [] : [[label, error]]),
    ...attackErrors.map(([attack, why]) => [label, `${attack}: ${why}`]),
  ])
  if (failed.length === 0) return html``
  return html`<h2>What failed</h2>${htmlTable(['setting', 'why'], failed)}`
}
