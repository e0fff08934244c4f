import { percent } from '../base/format.js'
import { attackCell, attacksWithFigures, NOTHING_TO_TRY } from './attack-cells.js'
import { APART, READERS } from './risk.js'
import type { Setting } from './settings.js'

/** What a custodian asks of a release. */
export interface Wishes {
  /** Nobody who has the release and what people know may reach more than this share; others are told apart (risk.ts). */
  readonly maxRisk: number
  /** At least this share of the words must be left. */
  readonly minUse: number
  /** Columns that the release must have. */
  readonly columns: readonly string[]
  /** The kind of promise that is wanted. */
  readonly promise?: string
}

export interface Recommendation {
  readonly wishes: Wishes
  /** Settings that fulfil all wishes, the most useful first. */
  readonly fitting: readonly Setting[]
  /** Why each of the others is out, by what it fails first. */
  readonly out: Readonly<Record<string, number>>
  /** Where nothing fits: what comes closest, and what it fails. */
  readonly nearest?: { readonly setting: Setting; readonly fails: string }
  /** A comparison that was made before, perhaps by somebody else: its figures were not measured again. */
  readonly takenFrom?: string
  /** Attacks that are told apart and not held to the limit, and whose they are. */
  readonly apart: Readonly<Record<string, string>>
}

type Attackers = Readonly<Record<string, { readonly attacker: string }>>

const TOO_RISKY = 'lets an attack come too far'
const TOO_LITTLE = 'leaves too little'
const NOT_TRIED = 'has no figure for that limit, and attacks that apply were not run'
const LACKS_COLUMN = 'lacks a column that is needed'
/** Wishes that could be asked for less; a broken promise could not. */
const SHORT_OF_WISHES: readonly string[] = [TOO_RISKY, NOT_TRIED, TOO_LITTLE, LACKS_COLUMN]

/** Holds settings against wishes. What promises nothing, or does not hold, is never recommended. */
export function recommend(
  settings: readonly Setting[],
  columnsOf: (setting: Setting) => readonly string[],
  wishes: Wishes,
  attacks: Attackers,
): Recommendation {
  const judged = settings.map((setting) => ({ setting, fails: failsAt(setting, columnsOf(setting), wishes) }))
  const fitting = judged
    .filter(({ fails }) => fails === undefined)
    .map(({ setting }) => setting)
    .toSorted((a, b) => (b.use?.mean ?? 0) - (a.use?.mean ?? 0) || (a.risk?.mean ?? 0) - (b.risk?.mean ?? 0))
  const out: Record<string, number> = {}
  for (const { fails } of judged) if (fails !== undefined) out[fails] = (out[fails] ?? 0) + 1
  const nearest = judged
    .filter(({ fails }) => fails !== undefined && SHORT_OF_WISHES.includes(fails))
    .toSorted((a, b) => distance(a.setting, wishes) - distance(b.setting, wishes))[0]
  return {
    wishes,
    fitting,
    out,
    apart: apartOf(attacks),
    ...(fitting.length === 0 && nearest?.fails !== undefined ? { nearest: { ...nearest, fails: nearest.fails } } : {}),
  }
}

/** The attacks of those who are told apart, attacker by attacker. */
function apartOf(attacks: Attackers): Recommendation['apart'] {
  return Object.fromEntries(
    Object.entries(APART).flatMap(([attacker, who]) =>
      Object.entries(attacks).flatMap(([name, attack]) => (attack.attacker === attacker ? [[name, who]] : [])),
    ),
  )
}

function failsAt(setting: Setting, columns: readonly string[], wishes: Wishes): string | undefined {
  if (setting.error !== undefined) return 'could not be made'
  if (setting.empty) return 'gives an empty release'
  if (setting.unfounded) return 'states another promise than its steps amount to'
  if (setting.attackErrors.length > 0) return 'could not be put to all attacks'
  if (setting.guarantee === undefined || setting.guarantee.kind === 'none') return 'promises nothing'
  if (setting.holds === false) return 'does not keep its promise'
  if (wishes.promise !== undefined && setting.guarantee.kind !== wishes.promise) return 'makes another promise'
  if (wishes.columns.some((column) => !columns.includes(column))) return LACKS_COLUMN
  if (setting.risk !== undefined && setting.risk.mean > wishes.maxRisk) return TOO_RISKY
  // Where no limit is set, nothing need be known.
  if (setting.noRisk === 'none was run' && wishes.maxRisk < 1) return NOT_TRIED
  if (setting.use === undefined || setting.use.mean < wishes.minUse) return TOO_LITTLE
  return undefined
}

function distance({ risk, use }: Setting, { maxRisk, minUse }: Wishes): number {
  return Math.max(0, (risk?.mean ?? 0) - maxRisk) + Math.max(0, minUse - (use?.mean ?? 0))
}

/** The recommendation in words, with its reasons. */
export function recommendationText({ wishes, fitting, out, nearest, takenFrom, apart }: Recommendation): string {
  const asked = [
    `nobody ${READERS} reaches more than ${percent(wishes.maxRisk)}`,
    `at least ${percent(wishes.minUse)} of the words are left`,
    ...(wishes.columns.length > 0 ? [`with ${wishes.columns.join(', ')}`] : []),
    ...(wishes.promise === undefined ? [] : [`promise ${wishes.promise}`]),
  ].join(', ')
  const reasons = Object.entries(out).map(([why, n]) => `  ${why}: ${n} ${n === 1 ? 'setting' : 'settings'}`)
  const [first, ...others] = fitting
  const figures = (setting: Setting) => figuresOf(setting, apart)
  if (first === undefined)
    return [
      `Nothing fits: ${asked}.`,
      notHeld(apart),
      ...reasons,
      ...(nearest
        ? [
            `Closest is ${nearest.setting.label}, which ${nearest.fails}: ${figures(nearest.setting)}${untried(nearest.setting)}.`,
          ]
        : []),
    ].join('\n')
  return [
    `Asked for: ${asked}.`,
    notHeld(apart),
    '',
    `Take ${first.label}.`,
    `  It keeps the most of all that fit: ${figures(first)}.`,
    `  ${first.guarantee?.sentence ?? ''}`,
    ...first.notTried.map(({ attack, reason }) => `  not tried: ${attack} (${reason})`),
    ...(others.length > 0
      ? ['Others that fit:', ...others.map((setting) => `  ${setting.label}: ${figures(setting)}${untried(setting)}`)]
      : []),
    ...(reasons.length > 0 ? ['Not taken:', ...reasons] : []),
    '',
    takenFrom === undefined
      ? 'These figures come from this very log: a release with such settings is tuned on it, and says so in its manifest.'
      : `These figures stand in ${takenFrom} and were not measured again: they are worth as much as where you have it from. A release with such settings is tuned on that log, and says so in its manifest.`,
  ].join('\n')
}

function notHeld(apart: Recommendation['apart']): string {
  const those = Object.entries(apart).map(([attack, who]) => `${who} (${attack})`)
  return `Told apart, and not held to that limit: ${those.join(', ')}.`
}

function figuresOf(setting: Setting, apart: Recommendation['apart']): string {
  const { use } = setting
  const beside = attacksWithFigures([setting])
    .filter((attack) => Object.hasOwn(apart, attack))
    .map((attack) => {
      const cell = attackCell(setting, attack)
      return cell === NOTHING_TO_TRY ? `${attack} had nothing to try` : `${apart[attack]} reaches ${cell} by ${attack}`
    })
  return [
    `${percent(use?.mean ?? 0)} of the words left, ${reachOfReaders(setting, apart)}`,
    ...(beside.length > 0 ? [`told apart: ${beside.join(', ')}`] : []),
  ].join('; ')
}

/** How far those come whom the limit speaks of. */
function reachOfReaders(setting: Setting, apart: Recommendation['apart']): string {
  const { risk, noRisk } = setting
  if (risk && risk.mean > 0)
    return `the worst attack by somebody ${READERS}, ${risk.attack}, reaches ${percent(risk.mean)} (${risk.of})`
  const tried = attacksWithFigures([setting]).filter((attack) => !Object.hasOwn(apart, attack))
  const none = tried.filter((attack) => attackCell(setting, attack) === percent(0))
  if (none.length > 0)
    return `nothing reached by those attacks of somebody ${READERS} that were tried: ${none.join(', ')}`
  if (risk) return `nothing reached by ${risk.attack}`
  return noRisk === 'none was run'
    ? `no attack by somebody ${READERS} has a figure`
    : `no attack by somebody ${READERS} applies to data of this shape`
}

/** Of an attack that was not run nobody knows how far it comes. */
function untried({ notTried }: Setting): string {
  return notTried.length === 0
    ? ''
    : `; not tried: ${notTried.map(({ attack, reason }) => `${attack} (${reason})`).join(', ')}`
}
