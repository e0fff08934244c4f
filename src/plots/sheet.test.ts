import { expect, test } from 'vitest'
import { beforeAfter, frontierPanel, legend, shareBars, shareCurves, sheet } from './index.js'

const dot = { name: 'a', risk: 0.1, use: 0.5, best: true, colour: 'var(--blue)', symbol: 'circle' as const }
test('draws', () => {
  const on = sheet()
  expect(
    frontierPanel(on, {
      title: 'Reader',
      label: 'x',
      use: 'use',
      limit: 0.05,
      dots: [dot, { ...dot, name: '<b>&"hostile', risk: 0, use: 0.2, symbol: 'times' }],
    }).outerHTML,
  ).toMatch(/^<svg/)
  expect(legend(on, { label: 'x', entries: [dot] }).outerHTML).toMatch(/^<svg/)
  expect(
    shareBars(on, {
      label: 'x',
      bars: [
        { label: 'a', share: 0.2, words: '20%', mark: { at: 0.3, words: 'promise' } },
        { label: 'b', share: undefined, words: 'not run' },
      ],
    }).outerHTML,
  ).toMatch(/^<svg/)
  expect(
    shareCurves(on, {
      label: 'x',
      x: 'k',
      series: [
        {
          name: 's',
          points: [
            [1, 1],
            [5, 0.5],
            [50, 0.1],
          ],
        },
      ],
    }).outerHTML,
  ).toMatch(/^<svg/)
  expect(
    beforeAfter(on, { label: 'x', x: 'persons', steps: [{ name: '1', before: 0.5, after: 0.1 }] }).outerHTML,
  ).toMatch(/^<svg/)
})
