import type { Draw } from './draw.js'
import { useOf } from './frontier.js'
import { type Html, html, panels } from './html.js'
import { attackersIn, attackerTitle } from './risk-cells.js'
import type { Setting } from './settings.js'

/** For each method with one number that was varied: use, and how far each attacker came, over it. */
export function parameterCurves(settings: readonly Setting[], task: string, draw: Draw): Html {
  const families = new Map<string, { readonly at: number; readonly setting: Setting }[]>()
  for (const setting of settings)
    for (const [key, value] of Object.entries(setting.params)) {
      if (typeof value !== 'number' || value <= 0) continue
      // Settings that differ in this number alone.
      const family = JSON.stringify([key, setting.label.replace(`${key}=${Number(value.toPrecision(4))}`, `${key}=…`)])
      families.set(family, [...(families.get(family) ?? []), { at: value, setting }])
    }
  const drawn = [...families].filter(([, points]) => points.length >= 3)
  if (drawn.length === 0) return html``
  return panels(
    drawn.map(([family, points]) => {
      const [key, label] = JSON.parse(family) as [string, string]
      const sorted = points.toSorted((a, b) => a.at - b.at)
      const line = (name: string, share: (setting: Setting) => number | undefined) => ({
        name,
        points: sorted.flatMap(({ at, setting }) => {
          const value = share(setting)
          return value === undefined ? [] : [[at, value] as const]
        }),
      })
      const use = useOf(settings, task)
      const series = [
        line(use.short, use.of),
        ...attackersIn(settings).map((attacker) =>
          line(attackerTitle(attacker), ({ risks }) => risks.find((risk) => risk.attacker === attacker)?.worst?.mean),
        ),
      ]
        .map((one, style) => ({ ...one, style }))
        .filter((one) => one.points.length > 0)
      return draw(label, (plots, on) =>
        plots.shareCurves(on, { label: `Use and risk of ${label} by ${key}`, x: key, series }),
      )
    }),
  )
}
