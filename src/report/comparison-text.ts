import { percent, table } from '../base/format.js'
import { type Attacker, usualCost } from '../release/attackers.js'
import { samplesIn, whyNoFigure } from './attack-cells.js'
import { sampleWords } from './outcomes.js'
import type { Setting, Spread } from './settings.js'

/** A share with its spread over seeds, where it has one. */
export function shareText(spread: Spread | undefined): string {
  if (spread === undefined) return '-'
  const wide = spread.most - spread.least >= 0.0005
  return wide ? `${percent(spread.mean)} (${percent(spread.least)} to ${percent(spread.most)})` : percent(spread.mean)
}

/** What stands over a column of an attacker: neighbour:3. */
export function attackerHead(attacker: Attacker): string {
  const at = usualCost(attacker)
  return at === undefined ? attacker : `${attacker}:${at}`
}

/** All settings for the terminal: what each attacker reaches, and what the release is good for. */
export function comparisonText(settings: readonly Setting[], report: string): string {
  const attackers = [...new Set(settings.flatMap(({ risks }) => risks.map(({ attacker }) => attacker)))]
  const tasks = [...new Set(settings.flatMap((setting) => Object.keys(setting.tasks)))].slice(0, 2)
  const rows = settings.map((setting) => [
    setting.label,
    setting.error === undefined ? (setting.guarantee?.kind ?? '-') : 'failed',
    setting.holds === true ? 'yes' : setting.holds === false ? 'NO' : '-',
    ...attackers.map((attacker) => riskCell(setting, attacker)),
    ...tasks.map((task) => (setting.tasks[task] ? percent(setting.tasks[task].mean) : '-')),
    setting.kept ? percent(setting.kept.mean) : '-',
  ])
  const sample = sampleWords(samplesIn(settings), true)
  return [
    ...table([['setting', 'promise', 'holds', ...attackers.map(attackerHead), ...tasks, 'words kept'], ...rows]),
    '',
    'How far each attacker came (n/a: none of their attacks applies; idle: nothing to try; ?: not run), and how well tasks do that are trained on the release, beside the log.',
    ...settings
      .filter((setting) => setting.error !== undefined)
      .map((setting) => `failed: ${setting.label}: ${setting.error}`),
    ...settings.flatMap(({ label, attackErrors }) =>
      attackErrors.map(([attack, error]) => `failed: ${attack} on ${label}: ${error}`),
    ),
    ...whyNoFigure(settings.filter(({ empty }) => !empty))
      .filter(({ outcome }) => outcome === 'not run')
      .map(({ attack, reason, settings: on }) => `not run: ${attack} on ${on.join('; ')}: ${reason}`),
    ...(sample === undefined ? [] : [sample]),
    ...settings.filter(({ empty }) => empty).map(({ label }) => `empty: ${label}: nothing is in its release`),
    `Look at ${report}`,
  ].join('\n')
}

function riskCell(setting: Setting, attacker: Attacker): string {
  const risk = setting.risks.find((one) => one.attacker === attacker)
  if (setting.error !== undefined || setting.empty || risk === undefined) return '-'
  if (risk.worst) return percent(risk.worst.mean)
  return risk.none === 'not run' ? '?' : risk.none === 'nothing to try' ? 'idle' : 'n/a'
}
