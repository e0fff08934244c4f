import { curves } from './chart.js'
import { type Html, html } from './html.js'
import { hasFigures, type Setting } from './settings.js'

/** For each method with one number that was varied: risk and use over it. */
export function parameterCurves(settings: readonly Setting[]): Html {
  const families = new Map<string, { readonly at: number; readonly setting: Setting }[]>()
  for (const setting of settings)
    for (const [key, value] of Object.entries(setting.params)) {
      if (typeof value !== 'number' || value < 1) continue
      // Settings that differ in this number alone.
      const family = JSON.stringify([setting.method, key, setting.label.replace(`${key}=${value}`, `${key}=*`)])
      families.set(family, [...(families.get(family) ?? []), { at: value, setting }])
    }
  const drawn = [...families].filter(([, points]) => points.length >= 3)
  if (drawn.length === 0) return html``
  return html`<h2>By parameter</h2>${drawn.map(([family, points]) => {
    const [, key, label] = JSON.parse(family) as [string, string, string]
    const sorted = points.toSorted((a, b) => a.at - b.at)
    const line = (share: (setting: Setting) => number | undefined) =>
      sorted.flatMap(({ at, setting }) => {
        const value = share(setting)
        return value === undefined ? [] : [[at, Math.min(1, value)] as const]
      })
    return curves(
      [
        { name: 'words kept', colour: 'one', points: line((setting) => setting.use?.mean) },
        {
          name: 'worst attack',
          colour: 'bad',
          points: line((setting) => (hasFigures(setting) ? setting.risk?.mean : undefined)),
        },
      ],
      key,
      label,
    )
  })}`
}
