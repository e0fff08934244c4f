import { percent, table } from '../base/format.js'
import { whyNoFigure } from './attack-cells.js'
import type { Setting, Spread } from './settings.js'

/** A share with its spread over seeds, where it has one. */
export function shareText(spread: Spread | undefined): string {
  if (spread === undefined) return '-'
  const wide = spread.most - spread.least >= 0.0005
  return wide ? `${percent(spread.mean)} (${percent(spread.least)} to ${percent(spread.most)})` : percent(spread.mean)
}

/** The attack that came furthest, and how far; where none applies, or none was run, there is no share. */
export function worstText(setting: Setting): { readonly attack: string; readonly reached: string } {
  const { risk, noRisk, empty } = setting
  if (empty) return { attack: 'the release is empty', reached: '-' }
  if (risk === undefined) return { attack: noRisk ?? '-', reached: '-' }
  return { attack: risk.attack, reached: shareText(risk) }
}

/** All settings for the terminal, those on the frontier marked. */
export function comparisonText(settings: readonly Setting[], report: string): string {
  const rows = settings.map((setting) => [
    `${setting.onFrontier ? '*' : ' '} ${setting.label}`,
    setting.error === undefined ? (setting.guarantee?.kind ?? '-') : 'failed',
    setting.holds === true ? 'yes' : setting.holds === false ? 'NO' : '-',
    reachedText(setting),
    setting.use ? percent(setting.use.mean) : '-',
    `${setting.seconds.mean.toFixed(1)} s`,
  ])
  return [
    ...table([['  setting', 'promise', 'holds', 'worst attack', 'words kept', 'time'], ...rows]),
    '',
    '* no other setting lets attacks do less and keeps more words',
    ...settings
      .filter((setting) => setting.error !== undefined)
      .map((setting) => `failed: ${setting.label}: ${setting.error}`),
    ...settings.flatMap(({ label, attackErrors }) =>
      attackErrors.map(([attack, error]) => `failed: ${attack} on ${label}: ${error}`),
    ),
    ...whyNoFigure(settings.filter(({ empty }) => !empty))
      .filter(({ outcome }) => outcome === 'not run')
      .map(({ attack, reason, settings: on }) => `not run: ${attack} on ${on.join('; ')}: ${reason}`),
    ...settings.filter(({ empty }) => empty).map(({ label }) => `empty: ${label}: nothing is in its release`),
    `Look at ${report}`,
  ].join('\n')
}

function reachedText(setting: Setting): string {
  const { attack, reached } = worstText(setting)
  return setting.error !== undefined ? '-' : reached === '-' ? attack : `${percent(setting.risk?.mean ?? 0)} ${attack}`
}
