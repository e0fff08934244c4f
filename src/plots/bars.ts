import * as Plot from '@observablehq/plot'
import { common } from './options.js'
import { type Drawn, finished, INK, LINE, percent, plain, SOFT } from './theme.js'

export interface Bar {
  readonly label: string
  /** From 0 on; undefined where there is no figure. */
  readonly share: number | undefined
  /** Stands at the end of the bar, or in its place. */
  readonly words: string
  /** A limit to mark, and what to call it. */
  readonly mark?: { readonly at: number; readonly words: string }
  readonly colour?: string
}

export interface Bars {
  /** What the picture shows, for whoever cannot see it. */
  readonly label: string
  readonly bars: readonly Bar[]
  /** A line through all bars. */
  readonly whole?: number
}

const ROW = 46
const RIGHT = 82

/** Shares as bars, each under its name. Where there is no figure the words stand alone: they are not a bar of length 0. */
export function shareBars(document: object, { label, bars, whole }: Bars): Drawn {
  const most = Math.max(1, ...bars.flatMap(({ share, mark }) => [share ?? 0, mark?.at ?? 0]))
  return finished(
    Plot.plot({
      ...common(document, label),
      height: ROW * bars.length + 34,
      marginTop: 4,
      marginRight: RIGHT,
      marginBottom: 26,
      marginLeft: 6,
      x: { domain: [0, most] },
      y: { axis: null, domain: [bars.length, 0] },
      marks: [
        Plot.axisX({ ticks: most > 1 ? 4 : [0, 0.25, 0.5, 0.75, 1], tickFormat: percent, label: null }),
        ...(whole === undefined ? [] : [Plot.ruleX([whole], { stroke: SOFT, strokeDasharray: '3 3' })]),
        ...bars.flatMap((bar, i) => rowOf(bar, i, most)),
      ],
    }),
  )
}

function rowOf({ label, share, words, mark, colour = 'var(--blue)' }: Bar, i: number, most: number) {
  const bar = { x1: () => 0, y1: () => i + 0.46, y2: () => i + 0.86 }
  const start = { textAnchor: 'start', lineAnchor: 'middle', frameAnchor: 'left' } as const
  return [
    Plot.text([i], { ...start, y: () => i + 0.24, text: () => plain(label), fill: INK, fontWeight: 600 }),
    ...(share === undefined
      ? [Plot.text([i], { ...start, y: () => i + 0.66, text: () => plain(words), fill: SOFT, fontStyle: 'italic' })]
      : [
          Plot.rect([i], { ...bar, x2: () => most, fill: LINE, fillOpacity: 0.6 }),
          Plot.rect([i], { ...bar, x2: () => share, fill: colour }),
          Plot.text([i], { ...start, x: () => most, dx: 6, y: () => i + 0.66, text: () => plain(words), fill: INK }),
        ]),
    ...(mark === undefined
      ? []
      : [
          Plot.ruleX([mark.at], { y1: i + 0.38, y2: i + 0.94, stroke: INK, strokeWidth: 2.5 }),
          Plot.text([i], {
            x: () => most,
            y: () => i + 0.24,
            text: () => plain(mark.words),
            textAnchor: 'end',
            dx: RIGHT - 4,
            fill: SOFT,
          }),
        ]),
  ]
}
