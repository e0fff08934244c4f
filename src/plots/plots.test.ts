import { describe, expect, test } from 'vitest'
import {
  beforeAfter,
  type Dot,
  type Drawn,
  frontierPanel,
  legend,
  shareBars,
  shareCurves,
  sheet,
  svgText,
} from './index.js'
import { placed, wrapped } from './labels.js'

const HOSTILE = '<script>alert(1)</script>&"\'\u202e'
const dot: Dot = { name: HOSTILE, risk: 0.1, use: 0.5, best: true, colour: 'var(--blue)', symbol: 'circle' }
const on = sheet()

const PICTURES: Readonly<Record<string, () => Drawn>> = {
  frontierPanel: () =>
    frontierPanel(on, {
      ...{ title: HOSTILE, label: HOSTILE, use: HOSTILE, limit: 0.05 },
      dots: [
        { ...dot, pick: true },
        { ...dot, best: false, risk: 1, use: 1.2, symbol: 'times' },
      ],
    }),
  legend: () => legend(on, { label: HOSTILE, entries: [dot, { ...dot, symbol: 'plus' }] }),
  shareBars: () =>
    shareBars(on, {
      label: HOSTILE,
      bars: [
        { label: HOSTILE, share: 0.2, words: HOSTILE, mark: { at: 0.5, words: HOSTILE } },
        { label: 'none', share: undefined, words: HOSTILE },
      ],
      whole: 1,
    }),
  shareCurves: () =>
    shareCurves(on, {
      ...{ label: HOSTILE, x: HOSTILE },
      series: [
        { name: HOSTILE, points: [1, 5, 40].map((k) => [k, 1 / k]) },
        { name: 'alone', points: [[7, 0.5]] },
      ],
    }),
  beforeAfter: () => beforeAfter(on, { label: HOSTILE, x: HOSTILE, steps: [{ name: HOSTILE, before: 0.5, after: 0 }] }),
}

describe.each(Object.entries(PICTURES))('%s', (_, draw) => {
  const svg = svgText(draw())

  test('is an SVG with a name, in the colours of the page, without a style or a script', () => {
    expect(svg).toMatch(/^<svg aria-label="[^"<>]*alert[^"<>]*" [^>]*role="img"/)
    expect(svg).not.toMatch(/<style|<script|NaN|undefined|Infinity/)
    expect(svg.match(/(?:fill|stroke)="(?!var\(--|none|currentColor)[^"]*"/g)).toBeNull()
  })

  test('keeps text text', () => {
    expect(svg).not.toMatch(/<script|\u202e/)
    expect(svg).toContain('&lt;script&gt;')
  })

  test('is the same again', () => {
    expect(svgText(draw())).toBe(svg)
  })
})

test('where there is no figure there is no bar', () => {
  const bars = (share: number | undefined) =>
    shareBars(on, { label: '', bars: [{ label: 'a', share, words: 'w' }] }).outerHTML.match(/<rect/g)?.length ?? 0
  expect([bars(0), bars(undefined)]).toEqual([2, 0])
})

test('labels never lie upon each other, stay in the frame and near their signs; where there is no room there is none', () => {
  const points = [5, 6, 7, 8, 9, 180, 195].map((y, i) => ({ x: 20 * i, y, text: 'scrub + rare-queries k=5' }))
  const labels = placed(points, 300, 200)
  const spans = labels
    .flatMap((label) => label ?? [])
    .map(({ y, lines }) => ({ top: y - 7 * lines.split('\n').length, bottom: y + 7 * lines.split('\n').length }))
    .sort((a, b) => a.top - b.top)
  for (const [i, { top }] of spans.entries()) if (i > 0) expect(top).toBeGreaterThanOrEqual(spans[i - 1]!.bottom)
  expect(spans[0]!.top).toBeGreaterThanOrEqual(0)
  expect(spans.at(-1)!.bottom).toBeLessThanOrEqual(200.5)
  for (const [i, label] of labels.entries()) if (label) expect(Math.abs(label.y - points[i]!.y)).toBeLessThan(45)
  expect(labels.map((label) => label !== undefined)).toEqual([true, true, true, false, false, true, true])
  const beside = placed([{ x: 50, y: 100, text: 'a setting' }], 300, 200, [{ x: 80, y: 100 }])
  expect(Math.abs(beside[0]!.y - 100)).toBeGreaterThan(6)
  const crowd = Array.from({ length: 20 }, (_, i) => ({ x: 80, y: 10 * i }))
  expect(placed([{ x: 50, y: 100, text: 'a setting' }], 300, 200, crowd)).toEqual([undefined])
  expect(placed([{ x: 50, y: 100, text: 'a setting', must: true }], 300, 200, crowd)[0]?.y).toBe(100)
  expect(placed([{ x: 290, y: 100, text: 'a' }], 300, 200)[0]?.anchor).toBe('end')
})

test('a label stands nearer to its own sign than to any other, and upon no line where it can stand elsewhere', () => {
  const own = { x: 50, y: 89 }
  const label = { x: 50, y: 100, own: own.y, text: 'a setting' }
  expect(placed([label], 300, 200, [own])[0]?.y).toBe(100)
  // With another sign where the label would begin, whoever reads it would take it for that one's.
  const other = { x: 50, y: 101 }
  const [moved] = placed([label], 300, 200, [own, other])
  expect(moved?.y).toBeLessThan(95)
  const [beside] = placed([label], 300, 200, [own], [{ from: 60, to: 200, y: 98 }])
  expect(Math.abs(beside!.y - 98)).toBeGreaterThan(7)
  const everywhere = Array.from({ length: 40 }, (_, i) => ({ from: 0, to: 300, y: 5 * i }))
  expect(placed([label], 300, 200, [own], everywhere)).toEqual([undefined])
  expect(placed([{ ...label, must: true }], 300, 200, [own], everywhere)[0]?.y).toBe(100)
})

test('words are broken between each other only', () => {
  expect(wrapped('a bb ccc dddd', 6)).toEqual(['a bb', 'ccc', 'dddd'])
  expect(wrapped('unbreakable', 3)).toEqual(['unbreakable'])
})

test.each([
  [1, 500, ['1', '2', '5', '10', '20', '50', '100', '200', '500']],
  [0.1, 10, ['0.1', '0.2', '0.5', '1', '2', '5', '10']],
  [1, 2_000_000, ['1', '10', '100', '1,000', '10,000', '100,000', '1,000,000']],
])('each tick of an axis from %d to %d has its number', (least, most, numbers) => {
  const values = Array.from({ length: 20 }, (_, i) => least * (most / least) ** (i / 19))
  const svg = svgText(
    shareCurves(on, { label: 'l', x: 'k', series: [{ name: 'n', points: values.map((k) => [k, 0.5]) }] }),
  )
  const [, axis = ''] = /data-mark="x-axis tick label"[^>]*>(.*?)<\/g>/s.exec(svg) ?? []
  expect([...axis.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(numbers)
})
