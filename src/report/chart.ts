import { type Html, html } from './html.js'

export interface Series {
  readonly name: string
  /** A colour of the page's style: one, two, good, bad. */
  readonly colour: string
  /** x and a share from 0 to 1. */
  readonly points: readonly (readonly [number, number])[]
}

const WIDTH = 640
const HEIGHT = 280
const LEFT = 48
const BOTTOM = 40

/** Curves of shares over a logarithmic axis from 1, as SVG without a browser. */
export function curves(series: readonly Series[], xLabel: string, caption: string): Html {
  const most = Math.max(10, ...series.flatMap((s) => s.points.map(([x]) => x)))
  const x = (value: number) => LEFT + (Math.log(value) / Math.log(most)) * (WIDTH - LEFT - 16)
  const y = (share: number) => 12 + (1 - share) * (HEIGHT - BOTTOM - 12)
  const ticks = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000].filter((tick) => tick <= most)
  const line = (points: Series['points']) =>
    points.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(' ')
  return html`<figure><svg viewBox="0 0 ${{ html: `${WIDTH} ${HEIGHT}` }}" role="img" aria-label="${caption}">
${[0, 0.25, 0.5, 0.75, 1].map((share) => html`<line x1="${LEFT}" x2="${WIDTH - 16}" y1="${{ html: String(y(share)) }}" y2="${{ html: String(y(share)) }}" stroke="var(--line)"/><text x="${LEFT - 8}" y="${{ html: String(y(share) + 4) }}" text-anchor="end">${Math.round(share * 100)}%</text>`)}
${ticks.map((tick) => html`<text x="${{ html: x(tick).toFixed(1) }}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${tick}</text>`)}
<text x="${(LEFT + WIDTH) / 2}" y="${HEIGHT - 4}" text-anchor="middle">${xLabel}</text>
${series.map((s) => html`<polyline points="${line(s.points)}" fill="none" stroke="${{ html: `var(--${s.colour})` }}" stroke-width="2.5"/>`)}
${series.map((s, i) => html`<rect x="${WIDTH - 230}" y="${20 + i * 20}" width="12" height="12" fill="${{ html: `var(--${s.colour})` }}"/><text x="${WIDTH - 212}" y="${31 + i * 20}">${s.name}</text>`)}
</svg><figcaption>${caption}</figcaption></figure>`
}

/** The share that is left when everything below k is taken out, for each k that occurs. */
export function shareLeft(
  counts: readonly { readonly n: number; readonly weight: number }[],
): (readonly [number, number])[] {
  const total = counts.reduce((sum, at) => sum + at.weight, 0)
  let left = total
  return counts.map(({ n, weight }) => {
    const point = [n, total === 0 ? 0 : left / total] as const
    left -= weight
    return point
  })
}
