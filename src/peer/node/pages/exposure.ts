import type { ExposureAt } from '../activity.js'
import type { PeerStatus } from '../status.js'

/** [Erola13] §4.7.2.1: from here on a user counts as exposed. */
const EXPOSED = 60
const LITTLE = 10

/** What the figure means to whom it concerns. */
export function exposureInWords({ asked, exposure }: Pick<PeerStatus, 'asked' | 'exposure'>): string {
  if (asked === 0) return 'You have not asked anything since this peer started.'
  const percent = `${exposure.toFixed(0)}%`
  const so =
    exposure >= EXPOSED
      ? 'That is nearly as if you had asked it all yourself: more friends who are here would help.'
      : exposure > LITTLE
        ? 'The rest is mixed with what friends asked, or went out by others.'
        : 'That is little: what goes out under your address is mostly what others asked.'
  return `From what went out under your address, the search engine can tell ${percent} of what you ask. ${so}`
}

const WIDE = 640
const HIGH = 200
const LEFT = 44
const FOOT = 24
const TOP = 10

/** The figure over time, as a line; what it says is in its title and in words beside it. */
export function exposureOverTime(points: readonly ExposureAt[]): string {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return ''
  const span = Math.max(1, last.time.getTime() - first.time.getTime())
  const most = Math.max(100, ...points.map(({ percent }) => percent))
  const y = (percent: number) => TOP + (HIGH - TOP - FOOT) * (1 - percent / most)
  const x = (time: Date) => LEFT + ((WIDE - LEFT - 8) * (time.getTime() - first.time.getTime())) / span
  // Steps: what is known of her changes when she asks, and not between.
  const line = points
    .map(
      ({ time, percent }, i) =>
        `${i === 0 ? 'M' : 'H'}${x(time).toFixed(1)}${i === 0 ? ' ' : 'V'}${y(percent).toFixed(1)}`,
    )
    .join('')
  const grid = [0, 50, 100].map(
    (percent) =>
      `<path d="M${LEFT} ${y(percent)}H${WIDE - 8}" stroke="var(--faint)" fill="none"/><text x="${LEFT - 6}" y="${y(percent) + 5}" text-anchor="end">${percent}%</text>`,
  )
  const at = (time: Date) => `${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`
  const says = `Exposure from ${at(first.time)}, ${first.percent.toFixed(0)}%, to ${at(last.time)}, ${last.percent.toFixed(0)}%; at most ${Math.max(...points.map(({ percent }) => percent)).toFixed(0)}%`
  return `<svg role="img" aria-labelledby="drawn" viewBox="0 0 ${WIDE} ${HIGH}" width="${WIDE}" height="${HIGH}" fill="currentColor" font-size="14"><title id="drawn">${says}</title>${grid.join('')}<path d="M${LEFT} ${y(EXPOSED)}H${WIDE - 8}" stroke="var(--bad)" stroke-dasharray="4 4" fill="none"/><path d="${line}H${WIDE - 8}" stroke="var(--link)" stroke-width="2.5" fill="none"/><text x="${LEFT}" y="${HIGH - 4}">${at(first.time)}</text><text x="${WIDE - 8}" y="${HIGH - 4}" text-anchor="end">${at(last.time)}</text></svg><p class="quiet">The dashed line, at ${EXPOSED}%, is where one counts as exposed.</p>`
}
