import { percent, table } from './format.js'
import type { Setting, Spread } from './settings.js'

/** A share with its spread over seeds, where it has one. */
export function shareText(spread: Spread | undefined): string {
  if (spread === undefined) return '-'
  const wide = spread.most - spread.least >= 0.0005
  return wide ? `${percent(spread.mean)} (${percent(spread.least)} to ${percent(spread.most)})` : percent(spread.mean)
}

/** All settings for the terminal, those on the frontier marked. */
export function comparisonText(settings: readonly Setting[], report: string): string {
  const rows = settings.map((setting) => [
    `${setting.onFrontier ? '*' : ' '} ${setting.label}`,
    setting.error === undefined ? (setting.guarantee?.kind ?? '-') : 'failed',
    setting.holds === true ? 'yes' : setting.holds === false ? 'NO' : '-',
    setting.risk ? `${percent(setting.risk.mean)} ${setting.risk.attack}` : '-',
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
    `Look at ${report}`,
  ].join('\n')
}
