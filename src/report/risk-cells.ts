import { percent } from '../base/format.js'
import { ATTACKERS, type Attacker, usualCost, whoWith } from '../release/attackers.js'
import { capital, type Html, html } from './html.js'
import type { AttackerRisk, Setting, Spread } from './settings.js'

/** About a twentieth: what a public page tells of a share. What is small is not called nothing, and nothing is not told from it. */
export function roughly(share: number): string {
  const twentieths = Math.round(20 * share)
  return twentieths === 0 ? 'under 3%' : `about ${5 * twentieths}%`
}

/** Attackers of whom some setting tells, in the order in which they are always told. */
export function attackersIn(settings: readonly Setting[]): Attacker[] {
  return (Object.keys(ATTACKERS) as Attacker[]).filter((attacker) =>
    settings.some(({ risks }) => risks.some((risk) => risk.attacker === attacker)),
  )
}

/** An attacker as a title: Neighbour with 3 known terms. */
export function attackerTitle(attacker: Attacker, at = usualCost(attacker)): string {
  return capital(whoWith(attacker, at).replace(/^an? /, ''))
}

/** Does what is known of an attacker stop short, because one of theirs failed? */
export function failedFor(setting: Setting, attacker: Attacker, whose: Readonly<Record<string, string>>): boolean {
  return setting.attackErrors.some(([attack]) => whose[attack] === attacker)
}

/** How far an attacker came against a setting, for a cell of a table; bold where that is further than they may. */
export function riskCell(
  setting: Setting,
  attacker: Attacker,
  whose: Readonly<Record<string, string>>,
  exact: boolean,
  limit = 1,
): Html {
  if (setting.empty) return html`<span class="soft">empty</span>`
  if (failedFor(setting, attacker, whose)) return html`<b class="bad">FAILED</b>`
  const risk = setting.risks.find((one) => one.attacker === attacker)
  if (risk === undefined) return html`<span class="soft">not run</span>`
  if (risk.worst === undefined) return html`<span class="soft">${risk.none ?? 'not run'}</span>`
  const partly = exact && risk.notTried.length > 0 ? html` <small>partly run</small>` : html``
  const reached = exact ? spreadText(risk.worst) : html`${roughly(risk.worst.mean)}`
  return risk.worst.most > limit ? html`<b class="bad">${reached}</b>${partly}` : html`${reached}${partly}`
}

/** A share, and from least to most where seeds differ by a point in a hundred. */
export function spreadText({ mean, least, most }: Spread): Html {
  return most - least >= 0.01
    ? html`${percent(mean)} <small>(${percent(least)} to ${percent(most)})</small>`
    : html`${percent(mean)}`
}

/** What the promise allows beside what was measured. */
export function boundWords({ bound }: Pick<AttackerRisk, 'bound'>): string | undefined {
  return bound === undefined ? undefined : `promise: at most ${Number((100 * bound).toPrecision(3))}%`
}
