import * as Plot from '@observablehq/plot'
import { common } from './options.js'
import { type Drawn, finished, INK, LINE, PAPER, percent, plain, SERIES } from './theme.js'

export interface Series {
  readonly name: string
  /** x and a share from 0 to 1, in the order of x. */
  readonly points: readonly (readonly [number, number])[]
  /** Which colour and sign it has, where pictures beside each other must agree; without it, its place among the series. */
  readonly style?: number
}

export interface Curves {
  /** What the picture shows, for whoever cannot see it. */
  readonly label: string
  readonly x: string
  readonly series: readonly Series[]
  /** A value of x that is chosen, and what to write at it. */
  readonly mark?: { readonly at: number; readonly words: string }
}

type Point = Series['points'][number]

const ROW = 20
const TICKS = [0.01, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000, 1_000_000]
/** With so few values each has its tick. */
const FEW = 7

/** Curves of shares over a logarithmic axis, each with its colour, its sign and its dashes. */
export function shareCurves(document: object, { label, x, series, mark }: Curves): Drawn {
  const values = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at)))].sort((a, b) => a - b)
  const [least = 1, most = 10] = [values[0], values.at(-1)]
  const ticks = values.length <= FEW ? values : tickValues(least, most)
  const top = 8 + ROW * series.length
  return finished(
    Plot.plot({
      ...common(document, label),
      height: 250 + top,
      marginTop: top,
      marginRight: 14,
      marginBottom: 44,
      marginLeft: 46,
      inset: 6,
      x: { type: 'log', domain: [least, Math.max(most, least * 2)] },
      y: { domain: [0, 1] },
      marks: [
        Plot.gridY({ ticks: 5, stroke: LINE, strokeOpacity: 1 }),
        Plot.axisY({ ticks: 5, tickFormat: percent, label: null }),
        Plot.axisX({ ticks, text: tickText, label: plain(x), labelAnchor: 'center', labelArrow: 'none' }),
        ...(mark === undefined ? [] : marked(mark, Math.sqrt(least * Math.max(most, least * 2)))),
        ...series.flatMap((one, i) => curve(one, one.style ?? i, new Set(ticks))),
        ...series.flatMap(({ name, style }, i) => entry(name, style ?? i, ROW * i - top)),
      ],
    }),
  )
}

/** A line at a value, with words to the side where there is room. */
function marked({ at, words }: NonNullable<Curves['mark']>, middle: number) {
  const left = at > middle
  return [
    Plot.ruleX([at], { stroke: INK, strokeWidth: 1.5, strokeDasharray: '4 3' }),
    Plot.text([words], {
      x: () => at,
      frameAnchor: 'top',
      textAnchor: left ? 'end' : 'start',
      dx: left ? -6 : 6,
      dy: 2,
      text: plain,
      fill: INK,
      stroke: PAPER,
      strokeWidth: 4,
      fontWeight: 'bold',
    }),
  ]
}

function tickValues(least: number, most: number): number[] {
  const within = TICKS.filter((tick) => tick >= least && tick <= most)
  return within.length <= 9 ? within : within.filter((tick) => Number.isInteger(Math.log10(tick)))
}

function tickText(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en') : String(Number(value.toPrecision(2)))
}

const DASHES = ['none', '7 3', '2 3', '9 3 2 3', '5 5', '1 4']

function curve({ points }: Series, i: number, ticks: ReadonlySet<number>) {
  const at = { x: ([x]: Point) => x, y: ([, share]: Point) => Math.min(1, share) }
  const { colour, symbol } = SERIES[i % SERIES.length]!
  const signed = points.filter(([x]) => ticks.has(x))
  return [
    Plot.line(points, { ...at, stroke: colour, strokeWidth: 2.2, strokeDasharray: DASHES[i % DASHES.length]! }),
    Plot.dot(signed, { ...at, symbol, r: 4, fill: colour, stroke: INK, strokeWidth: 0.8 }),
  ]
}

/** A line of the legend. */
function entry(name: string, i: number, dy: number) {
  const { colour, symbol } = SERIES[i % SERIES.length]!
  const sign = { symbol, r: 5, fill: colour, stroke: INK, strokeWidth: 0.8 }
  return [
    Plot.dot([name], { frameAnchor: 'top-left', dx: 8, dy: dy + 4, ...sign }),
    Plot.text([name], { frameAnchor: 'top-left', dx: 20, dy: dy - 3, text: plain, fill: INK }),
  ]
}
