import type { Dot, Legend, Panel } from '../plots/index.js'
import { SYMBOLS } from '../plots/symbols.js'
import type { Attacker } from '../release/attackers.js'
import type { Draw } from './draw.js'
import { folded, type Html, html, list, panels } from './html.js'
import { promiseColour, promiseName } from './promise-words.js'
import { attackersIn, attackerTitle, failedFor } from './risk-cells.js'
import { type Setting, unbeaten } from './settings.js'
import { shortNames, together } from './short-names.js'

/** What settings are judged by: a task, or the words that are left where no setting has a task. */
export interface UseOf {
  readonly name: string
  readonly short: string
  of(setting: Setting): number | undefined
}

export function useOf(settings: readonly Setting[], task: string): UseOf {
  const known = [task, ...settings.flatMap(({ tasks }) => Object.keys(tasks))]
  const name = known.find((one) => settings.some(({ tasks }) => tasks[one] !== undefined))
  if (name === undefined)
    return { name: 'share of the words that is left', short: 'words kept', of: ({ kept }) => kept?.mean }
  const of = ({ tasks }: Setting) => tasks[name]?.mean
  return { name: `use: ${name}, beside the same trained on the log`, short: `Use (${name})`, of }
}

export interface Frontiers {
  readonly settings: readonly Setting[]
  readonly whose: Readonly<Record<string, string>>
  readonly task: string
  /** The setting that is advised. */
  readonly pick: string | undefined
  /** How far attackers may come. */
  readonly limits: Readonly<Partial<Record<Attacker, number>>>
  /** Methods and rules by their kinds of promises: so that each has its sign, whatever else is in the pictures. */
  readonly order?: readonly string[]
}

/** A setting in a panel, with its whole name. */
export interface SettingDot extends Dot {
  readonly label: string
}

export interface AttackerPanel extends Panel {
  readonly attacker: Attacker
  readonly dots: readonly SettingDot[]
}

/** What the pictures of a comparison show: a panel for each attacker, what signs stand for, and in words what has no figure. */
export interface FrontierPictures {
  readonly panels: readonly AttackerPanel[]
  readonly legend: Legend
  /** The sign of each setting, by its label, in the pictures or not. */
  readonly signs: Readonly<Record<string, Pick<Dot, 'colour' | 'symbol'>>>
  readonly notDrawn: readonly string[]
}

export function frontierPictures({ settings, whose, task, pick, limits, order = [] }: Frontiers): FrontierPictures {
  const use = useOf(settings, task)
  const sign = signsOf(settings, order)
  const names = shortNames(settings.map(({ label }) => label))
  const nameOf = ({ label }: Setting) => names.get(label) ?? label
  const told = attackersIn(settings).map((attacker) => panelOf(attacker, settings, whose, use))
  const drawn = told.filter(({ dots }) => dots.length > 0)
  const panels = drawn.map(({ attacker, dots }) => {
    const best = unbeaten(dots, (dot) => dot)
    const limit = limits[attacker]
    const title = attackerTitle(attacker)
    return {
      attacker,
      title,
      label: `${title}, ${dots.length === 1 ? 'one setting' : `${dots.length} settings`}. None beats ${best.map(({ setting }) => nameOf(setting)).join('; ')}.`,
      use: use.name,
      ...(limit === undefined ? {} : { limit }),
      dots: dots.map((dot) => ({
        label: dot.setting.label,
        ...{ name: nameOf(dot.setting), risk: dot.risk, use: dot.use, best: best.includes(dot) },
        ...(dot.setting.label === pick ? { pick: true } : {}),
        ...sign(dot.setting),
      })),
    }
  })
  const shown = settings.filter((setting) => drawn.some(({ dots }) => dots.some((dot) => dot.setting === setting)))
  const entries = shown.map((setting) => ({
    name: `${familyOf(setting)}: ${promiseName(setting.guarantee)}`,
    ...sign(setting),
  }))
  const once = [...new Map(entries.map((entry) => [entry.name, entry])).values()]
  return {
    panels,
    legend: { label: 'What signs and colours stand for', entries: once },
    signs: Object.fromEntries(settings.map((setting) => [setting.label, sign(setting)])),
    notDrawn: notDrawn(told, names),
  }
}

/** Privacy against use, a panel for each attacker; below it in words what has no figure there. */
export function frontiers(given: Frontiers, draw: Draw): Html {
  const { panels: told, legend, notDrawn: lines } = frontierPictures(given)
  const beside =
    lines.length === 0
      ? html``
      : folded('Not in the pictures, for want of a figure, which is not 0%: which settings, and why', [list(lines)])
  if (told.length === 0) return html`<p>No setting has both a figure for an attacker and one for its use.</p>${beside}`
  const pictures = told.map((panel) => draw('', (plots, on) => plots.frontierPanel(on, panel)))
  const signs = draw(
    'Colours are kinds of promises, signs are methods (that of the last step). A ring marks the setting that is advised.',
    (plots, on) => plots.legend(on, legend),
  )
  return html`<p>Each sign is a setting. To the left the attacker comes less far, further up the release is good for more. The line joins in steps those that no other beats for this attacker; the dashed one is the limit that was asked for. Both axes are stretched at their low end. What is the same throughout a method is left out of its name.</p>
${panels([...pictures, signs])}${beside}`
}

interface PanelOf {
  readonly attacker: Attacker
  readonly dots: readonly { readonly setting: Setting; readonly risk: number; readonly use: number }[]
  /** Settings that are not in the panel, by why. */
  readonly outside: ReadonlyMap<string, readonly string[]>
}

function panelOf(attacker: Attacker, settings: readonly Setting[], whose: Frontiers['whose'], use: UseOf): PanelOf {
  const outside = new Map<string, string[]>()
  const dots = settings.flatMap((setting) => {
    const risk = setting.risks.find((one) => one.attacker === attacker)
    const of = use.of(setting)
    const why = setting.empty
      ? 'the release is empty'
      : failedFor(setting, attacker, whose)
        ? 'failed'
        : risk?.worst === undefined
          ? (risk?.none ?? 'not run')
          : of === undefined
            ? 'no figure for the use'
            : undefined
    if (why === undefined) return [{ setting, risk: risk!.worst!.mean, use: Math.max(0, of!) }]
    outside.set(why, [...(outside.get(why) ?? []), setting.label])
    return []
  })
  return { attacker, dots, outside }
}

function notDrawn(told: readonly PanelOf[], names: ReadonlyMap<string, string>): string[] {
  const called = (labels: readonly string[]) => together(labels.map((label) => names.get(label) ?? label)).join('; ')
  return told.flatMap(({ attacker, outside }) =>
    outside.size === 0
      ? []
      : [`${attackerTitle(attacker)}: ${[...outside].map(([why, labels]) => `${why}: ${called(labels)}`).join('. ')}.`],
  )
}

/** The method of the last step, or the name of the rule. */
function familyOf({ method }: Setting): string {
  return method.split(' + ').at(-1)!
}

/** A colour for each kind of promise, a sign for each method: settings of one kind never share a sign unless they share the method. */
function signsOf(settings: readonly Setting[], order: readonly string[]) {
  const there = settings.toSorted((a, b) => kind(a).localeCompare(kind(b))).map(familyOf)
  const families = [...new Set([...order, ...there])]
  return (setting: Setting) => ({
    colour: promiseColour(setting.guarantee),
    symbol: SYMBOLS[families.indexOf(familyOf(setting)) % SYMBOLS.length]!,
  })
}

const kind = ({ guarantee }: Setting) => guarantee?.kind ?? 'none'
