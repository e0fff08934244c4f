import { percent } from '../base/format.js'
import { errorOf, type Samples } from './outcomes.js'
import { reachedAt } from './risk.js'
import { type Setting, spread } from './settings.js'

/** Stands where an attack ran and found nothing to try itself on, which is not told as 0%. */
export const NOTHING_TO_TRY = 'nothing to try'

/** What came of an attack on a setting, for a cell of a table: a share, or the word for why there is none. */
export function attackCell(setting: Setting, attack: string): string {
  const asked = setting.runs.filter((run) => attack in run.attacks)
  if (asked.some((run) => errorOf(run.attacks[attack]) !== undefined)) return 'FAILED'
  const told = asked.flatMap((run) => (run.reached[attack] ? [reachedAt(run.reached[attack])] : []))
  const shares = told.flatMap(({ share }) => share ?? [])
  if (shares.length > 0) return percent(spread(shares).mean)
  if (told.length > 0) return NOTHING_TO_TRY
  const [first] = asked
  if (first === undefined) return 'not run'
  return first.attacks[attack] === null ? (first.reasons?.[attack]?.outcome ?? 'no figure') : 'no figure'
}

const HAS_CELL = new RegExp(`%$|^FAILED$|^${NOTHING_TO_TRY}$`)

/** The attacks that gave a share, had nothing to try, or failed, on at least one setting: columns of a table. */
export function attacksWithFigures(settings: readonly Setting[]): string[] {
  const names = [...new Set(settings.flatMap(({ runs }) => runs.flatMap((run) => Object.keys(run.attacks))))].sort()
  return names.filter((attack) => settings.some((setting) => HAS_CELL.test(attackCell(setting, attack))))
}

/** Why attacks have no figure, each reason once, with the settings that it holds of. */
export function whyNoFigure(settings: readonly Setting[]): {
  readonly attack: string
  readonly outcome: string
  readonly reason: string
  readonly settings: readonly string[]
}[] {
  const found = new Map<string, { attack: string; outcome: string; reason: string; settings: Set<string> }>()
  for (const { label, runs } of settings)
    for (const run of runs)
      for (const [attack, { outcome, reason }] of Object.entries(run.reasons ?? {})) {
        const key = JSON.stringify([attack, outcome, reason])
        const entry = found.get(key) ?? { attack, outcome, reason, settings: new Set<string>() }
        found.set(key, entry)
        entry.settings.add(label)
      }
  return [...found.values()].map((entry) => ({ ...entry, settings: [...entry.settings] }))
}

/** Which attacks were tried on a sample of the persons, in any setting. */
export function samplesIn(settings: readonly Setting[]): Samples {
  return Object.assign({}, ...settings.flatMap(({ runs }) => runs.map(({ samples }) => samples)))
}
