import * as Plot from '@observablehq/plot'
import { placed } from './labels.js'
import { common } from './options.js'
import type { SymbolName } from './symbols.js'
import { type Drawn, finished, INK, LINE, PAPER, percent, plain, SOFT, WIDTH } from './theme.js'

/** A setting in a panel: how far the attacker came, and what it is good for. */
export interface Dot {
  readonly name: string
  readonly risk: number
  readonly use: number
  /** Does no other setting beat it here? */
  readonly best: boolean
  /** Is it the one that is advised? */
  readonly pick?: boolean
  readonly colour: string
  readonly symbol: SymbolName
}

export interface Panel {
  readonly title: string
  /** What the panel shows, for whoever cannot see it. */
  readonly label: string
  readonly use: string
  /** How far an attacker may come, where that was said. */
  readonly limit?: number
  readonly dots: readonly Dot[]
}

/** Signs that are lines alone have no inside to fill. */
const LINES = new Set<SymbolName>(['times', 'plus', 'asterisk'])

const HEIGHT = 320
const MARGIN = { top: 34, right: 14, bottom: 46, left: 50 }
const INSET = 8
const TICKS = [0, 0.01, 0.05, 0.2, 0.5, 1]

/**
 * One attacker's panel: to the right they came further, further up the release is good for more. Both axes are stretched at their low end, where
 * careful settings are. The line goes in steps: between two settings there is none.
 */
export function frontierPanel(document: object, { title, label, use, limit, dots }: Panel): Drawn {
  const most = Math.max(1, ...dots.map((dot) => dot.use))
  const best = dots.filter((dot) => dot.best).toSorted((a, b) => a.risk - b.risk || a.use - b.use)
  const last = best.at(-1)
  const steps = last === undefined ? [] : [...best, { risk: 1, use: last.use }]
  const marks = [
    Plot.gridX({ ticks: TICKS, stroke: LINE, strokeOpacity: 1 }),
    Plot.gridY({ ticks: TICKS, stroke: LINE, strokeOpacity: 1 }),
    ...(limit === undefined ? [] : [Plot.ruleX([limit], { stroke: SOFT, strokeDasharray: '3 3' })]),
    Plot.line(steps, { x: 'risk', y: 'use', curve: 'step-after', stroke: SOFT, strokeWidth: 1.5 }),
    ...labels(dots, steps, most),
    ...dots.toSorted((a, b) => weight(a) - weight(b)).map(sign),
    ...dots.filter((dot) => dot.pick).map(ring),
    Plot.axisX({
      ticks: TICKS,
      tickFormat: percent,
      label: 'how far they came',
      labelAnchor: 'center',
      labelArrow: 'none',
    }),
    Plot.axisY({ ticks: TICKS, tickFormat: percent, label: null }),
    Plot.text([title], {
      text: plain,
      frameAnchor: 'top-left',
      dy: -30,
      dx: -MARGIN.left + 2,
      fontWeight: 'bold',
      fill: INK,
    }),
    Plot.text([use], { text: plain, frameAnchor: 'top-left', dy: -14, dx: -MARGIN.left + 2, fill: SOFT }),
  ]
  return finished(
    Plot.plot({
      ...common(document, label),
      height: HEIGHT,
      marginTop: MARGIN.top,
      marginRight: MARGIN.right,
      marginBottom: MARGIN.bottom,
      marginLeft: MARGIN.left,
      inset: INSET,
      x: { type: 'sqrt', domain: [0, 1] },
      y: { type: 'sqrt', domain: [0, most] },
      marks,
    }),
  )
}

/** Where a setting stands in the picture, as shares of its width and height from the top left: for whoever puts something over it. */
export function placeOf(
  { risk, use }: Pick<Dot, 'risk' | 'use'>,
  dots: readonly Pick<Dot, 'use'>[],
): { readonly x: number; readonly y: number } {
  const most = Math.max(1, ...dots.map((dot) => dot.use))
  const across = WIDTH - MARGIN.left - MARGIN.right - 2 * INSET
  const down = HEIGHT - MARGIN.top - MARGIN.bottom - 2 * INSET
  return {
    x: (MARGIN.left + INSET + Math.sqrt(risk) * across) / WIDTH,
    y: (MARGIN.top + INSET + (1 - Math.sqrt(use / most)) * down) / HEIGHT,
  }
}

/** What matters most lies on top. */
function weight({ best, pick }: Dot): number {
  return Number(best) + 2 * Number(pick ?? false)
}

function sign({ name, risk, use, best, colour, symbol }: Dot) {
  const lines = LINES.has(symbol)
  return Plot.dot([{ risk, use }], {
    x: 'risk',
    y: 'use',
    symbol,
    r: best ? 5.5 : 4,
    stroke: best && !lines ? INK : colour,
    strokeWidth: lines ? 2.2 : 1.2,
    ...(lines ? {} : { fill: colour }),
    title: () => plain(`${name}: ${percent(risk)}, use ${percent(use)}`),
  })
}

/** How wide the ring around what is advised is, from its middle. */
const RING = 10

function ring({ risk, use }: Dot) {
  return Plot.dot([{ risk, use }], { x: 'risk', y: 'use', r: RING, fill: 'none', stroke: INK, strokeWidth: 2 })
}

/** How far below its sign a label stands, where there is room. */
const BELOW = 11

/** The settings that none beats and the one that is advised, by their names, beside their signs: as many as there is room for, the advised one and the most useful first. */
function labels(dots: readonly Dot[], steps: readonly Pick<Dot, 'risk' | 'use'>[], most: number) {
  const [width, height] = [WIDTH - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom]
  const [across, down] = [width - 2 * INSET, height - 2 * INSET]
  const at = ({ risk, use }: Pick<Dot, 'risk' | 'use'>) => ({
    x: INSET + Math.sqrt(risk) * across,
    y: INSET + (1 - Math.sqrt(use / most)) * down,
  })
  const best = dots.filter((dot) => dot.best || dot.pick)
  const order = best.toSorted((a, b) => Number(b.pick ?? false) - Number(a.pick ?? false) || b.use - a.use)
  const points = order.map((dot) => ({
    x: at(dot).x,
    y: at(dot).y + BELOW,
    own: at(dot).y,
    text: plain(dot.pick ? `${dot.name} (advised)` : dot.name),
    must: dot.pick ?? false,
  }))
  const levels = steps.slice(1).map((to, i) => ({ from: at(steps[i]!).x, to: at(to).x, y: at(steps[i]!).y }))
  const signs = dots.map((dot) => ({ ...at(dot), ...(dot.pick ? { half: RING } : {}) }))
  return placed(points, width, height, signs, levels).flatMap((label, i) => {
    if (label === undefined) return []
    const [{ lines, anchor, y }, dot] = [label, order[i]!]
    return [
      Plot.text([dot], {
        x: 'risk',
        y: () => unstretched(1 - (y - INSET) / down) * most,
        text: () => lines,
        textAnchor: anchor,
        dx: (anchor === 'start' ? 1 : -1) * (dot.pick ? 13 : 8),
        ...(dot.pick ? { fontWeight: 'bold' } : {}),
        fill: INK,
        stroke: PAPER,
        strokeWidth: 4,
      }),
    ]
  })
}

/** The share that stands at a height of a stretched axis; below it heights go on, as they do on the axis. */
function unstretched(height: number): number {
  return Math.sign(height) * height ** 2
}

/** What signs and colours stand for. */
export interface Legend {
  readonly label: string
  readonly entries: readonly { readonly name: string; readonly colour: string; readonly symbol: SymbolName }[]
}

const ROW = 22
const SIGN = 18

/** The sign of a method by itself, for a line of text. */
export function methodSign(document: object, colour: string, symbol: SymbolName): Drawn {
  const lines = LINES.has(symbol)
  const svg = finished(
    Plot.plot({
      ...common(document, ''),
      width: SIGN,
      height: SIGN,
      margin: 0,
      axis: null,
      x: { domain: [0, 1] },
      y: { domain: [0, 1] },
      marks: [
        Plot.dot([0.5], {
          x: 0.5,
          y: 0.5,
          symbol,
          r: 5,
          stroke: lines ? colour : INK,
          strokeWidth: lines ? 2.2 : 1,
          ...(lines ? {} : { fill: colour }),
        }),
      ],
    }),
  )
  svg.setAttribute('aria-hidden', 'true') // its name stands beside it
  return svg
}

export function legend(document: object, { label, entries }: Legend): Drawn {
  return finished(
    Plot.plot({
      ...common(document, label),
      height: ROW * entries.length + 8,
      margin: 4,
      x: { axis: null, domain: [0, 1] },
      y: { axis: null, domain: [entries.length - 0.5, -0.5] },
      marks: entries.flatMap(({ name, colour, symbol }, i) => [
        Plot.dot([i], {
          x: () => 0,
          y: i,
          dx: 8,
          symbol,
          r: 5.5,
          stroke: LINES.has(symbol) ? colour : INK,
          strokeWidth: LINES.has(symbol) ? 2.2 : 1,
          ...(LINES.has(symbol) ? {} : { fill: colour }),
        }),
        Plot.text([i], { x: () => 0, y: i, dx: 22, text: () => plain(name), textAnchor: 'start', fill: INK }),
      ]),
    }),
  )
}
