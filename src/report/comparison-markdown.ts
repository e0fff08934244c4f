import { percent } from '../base/format.js'
import { attackCell, attacksWithFigures } from './attack-cells.js'
import { flat, type Setting, spread } from './settings.js'

/** Settings against attacks and chosen figures of measures, as a Markdown table. Figures go by measure and path: kept.logSize. */
export function comparisonMarkdown(settings: readonly Setting[], figures: Readonly<Record<string, string>>): string {
  const good = settings.filter((setting) => setting.error === undefined)
  const compared = attacksWithFigures(good)
  const header = ['setting', 'promise', 'confirmed', ...compared, ...Object.values(figures)]
  const rows = good.map((setting) => [
    setting.label,
    setting.guarantee?.kind ?? 'none',
    setting.holds === true ? 'yes' : setting.holds === false ? 'NO' : 'cannot be shown',
    ...compared.map((attack) => attackCell(setting, attack)),
    ...Object.keys(figures).map((figure) => measureCell(setting, figure)),
  ])
  const failed = settings.flatMap(({ label, error }) => (error === undefined ? [] : [`\n${label} failed: ${error}.`]))
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n') + failed.join('')
}

function measureCell(setting: Setting, figure: string): string {
  const [measure = '', ...path] = figure.split('.')
  const values = setting.runs.flatMap((run) => new Map(flat(run.measures[measure])).get(path.join('.')) ?? [])
  if (values.length === 0) return 'no figure'
  const { mean } = spread(values)
  return mean >= 0 && mean <= 1 ? percent(mean) : String(Number(mean.toPrecision(3)))
}
