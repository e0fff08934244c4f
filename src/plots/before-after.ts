import * as Plot from '@observablehq/plot'
import { common } from './options.js'
import { type Drawn, finished, INK, LINE, percent, plain, SOFT } from './theme.js'

export interface BeforeAfter {
  /** What the picture shows, for whoever cannot see it. */
  readonly label: string
  readonly x: string
  /** Shares of what was there before, by steps of the axis. */
  readonly steps: readonly { readonly name: string; readonly before: number; readonly after: number }[]
}

const LEGEND = 44

/** What was there and what is left of it, side by side: outlined before, filled after. */
export function beforeAfter(document: object, { label, x, steps }: BeforeAfter): Drawn {
  const most = Math.max(0.01, ...steps.flatMap(({ before, after }) => [before, after]))
  const bars = (which: 'before' | 'after') => ({
    x1: (_: unknown, i: number) => i + (which === 'before' ? 0.08 : 0.5),
    x2: (_: unknown, i: number) => i + (which === 'before' ? 0.5 : 0.92),
    y1: () => 0,
    y2: which,
    ...FILLS[which],
  })
  return finished(
    Plot.plot({
      ...common(document, label),
      height: 270 + LEGEND,
      marginTop: LEGEND,
      marginRight: 8,
      marginBottom: 44,
      marginLeft: 46,
      x: { domain: [0, steps.length] },
      y: { domain: [0, most] },
      marks: [
        Plot.gridY({ ticks: 4, stroke: LINE, strokeOpacity: 1 }),
        Plot.axisY({ ticks: 4, tickFormat: percent, label: null }),
        Plot.axisX({
          ticks: steps.map((_, i) => i + 0.5),
          tickFormat: (at: number) => plain(steps[Math.floor(at)]?.name ?? ''),
          label: plain(x),
          labelAnchor: 'center',
          labelArrow: 'none',
          tickSize: 0,
        }),
        Plot.rect(steps, bars('before')),
        Plot.rect(steps, bars('after')),
        Plot.ruleY([0], { stroke: SOFT }),
        ...(['before', 'after'] as const).flatMap((which, i) => [
          Plot.dot([which], {
            frameAnchor: 'top-left',
            dx: 8,
            dy: 20 * i + 8 - LEGEND,
            symbol: 'square',
            r: 6,
            ...FILLS[which],
          }),
          Plot.text([NAMES[which]], { frameAnchor: 'top-left', dx: 22, dy: 20 * i + 1 - LEGEND, fill: INK }),
        ]),
      ],
    }),
  )
}

const FILLS = {
  before: { fill: 'var(--paper)', stroke: INK, strokeWidth: 1.2 },
  after: { fill: 'var(--blue)', stroke: 'var(--blue)', strokeWidth: 1.2 },
} as const
const NAMES = { before: 'in the log', after: 'in the release' } as const
