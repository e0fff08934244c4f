import type { Band } from '../../src/attacks/invert-tokens/score.js'

export const percent = (share: number) => `${(100 * share).toFixed(1)}%`
export const cell = ({ accuracy, matchable }: Band) => `${percent(accuracy)} of ${matchable}`

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
