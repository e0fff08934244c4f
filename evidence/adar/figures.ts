import { table } from '../tokens/tables.js'

const WIDTH = 50
const BANDS = 10

/** How many people have so many of each: bands of fifty, the last open. */
export function figureOf(values: Readonly<Record<string, readonly number[]>>): string {
  const bands = Array.from({ length: BANDS }, (_, i) =>
    i === BANDS - 1 ? `${i * WIDTH} and more` : `${i * WIDTH} to ${(i + 1) * WIDTH - 1}`,
  )
  const rows = Object.entries(values).map(([name, each]) => {
    const counts = bands.map(() => 0)
    for (const value of each) counts[Math.min(BANDS - 1, Math.floor(value / WIDTH))]!++
    return [name, ...counts.map((n) => n.toLocaleString('en-US'))]
  })
  return table(['', ...bands], rows)
}
