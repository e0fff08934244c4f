import { type Html, html } from './html.js'

export interface Dot {
  readonly name: string
  /** Dots of a group share a sign and a line in the legend. */
  readonly group: string
  /** Shares from 0 to 1. */
  readonly x: number
  readonly y: number
  /** On the line that nothing passes. */
  readonly best: boolean
}

const WIDTH = 640
const PLOT = 330
const [LEFT, TOP, BOTTOM] = [52, 14, 44]
const HUES = [200, 25, 140, 330, 265, 55, 0, 175, 95, 300, 225, 40, 120, 350, 80, 280]

/** Dots over two shares, with the frontier drawn, as SVG without a browser. */
export function scatter(dots: readonly Dot[], xLabel: string, yLabel: string, caption: string): Html {
  const x = (share: number) => LEFT + share * (WIDTH - LEFT - 18)
  const y = (share: number) => TOP + (1 - share) * (PLOT - TOP - BOTTOM)
  const groups = [...new Set(dots.map((dot) => dot.group))]
  const hue = (group: string) => HUES[groups.indexOf(group) % HUES.length]!
  const height = PLOT + 20 * Math.ceil(groups.length / 3) + 6
  const frontier = dots.filter((dot) => dot.best).sort((a, b) => a.x - b.x || a.y - b.y)
  const number = (value: number) => ({ html: value.toFixed(1) })
  return html`<figure><svg viewBox="0 0 ${{ html: `${WIDTH} ${height}` }}" role="img" aria-label="${caption}">
${[0, 0.25, 0.5, 0.75, 1].map(
  (
    share,
  ) => html`<line x1="${LEFT}" x2="${WIDTH - 18}" y1="${number(y(share))}" y2="${number(y(share))}" stroke="var(--line)"/>
<text x="${LEFT - 8}" y="${number(y(share) + 4)}" text-anchor="end">${Math.round(share * 100)}%</text>
<text x="${number(x(share))}" y="${PLOT - BOTTOM + 18}" text-anchor="middle">${Math.round(share * 100)}%</text>`,
)}
<text x="${(LEFT + WIDTH) / 2}" y="${PLOT - 8}" text-anchor="middle">${xLabel}</text>
<text x="14" y="${(PLOT - BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 14 ${(PLOT - BOTTOM) / 2})">${yLabel}</text>
<polyline points="${frontier.map((dot) => `${x(dot.x).toFixed(1)},${y(dot.y).toFixed(1)}`).join(' ')}" fill="none" stroke="var(--soft)" stroke-width="1.5" stroke-dasharray="5 4"/>
${dots.map((dot) => html`<circle cx="${number(x(dot.x))}" cy="${number(y(dot.y))}" r="${dot.best ? 6 : 4}" style="fill: hsl(${hue(dot.group)} 60% 50%); fill-opacity: ${{ html: dot.best ? '1' : '.55' }}"><title>${dot.name}</title></circle>`)}
${groups.map(
  (
    group,
    i,
  ) => html`<circle cx="${LEFT + 6 + (i % 3) * 196}" cy="${PLOT + 10 + Math.floor(i / 3) * 20}" r="5" style="fill: hsl(${hue(group)} 60% 50%)"/>
<text x="${LEFT + 17 + (i % 3) * 196}" y="${PLOT + 14 + Math.floor(i / 3) * 20}">${group.length > 28 ? `${group.slice(0, 27)}…` : group}</text>`,
)}
</svg><figcaption>${caption}</figcaption></figure>`
}
