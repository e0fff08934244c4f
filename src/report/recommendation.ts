import { percent } from '../base/format.js'
import { type Attacker, whoWith } from '../release/attackers.js'
import type { Guarantee } from '../release/guarantee.js'
import { HALF } from './risk.js'
import { type AttackerRisk, riskOf, type Setting, type Spread } from './settings.js'

/** An attacker whom a custodian fears, what they can afford, and how far they may come. */
export interface Fear {
  readonly attacker: Attacker
  /** Terms known, accounts. */
  readonly at: number | undefined
  readonly limit: number
}

/** What a release can be used as. */
export const USES = ['rows', 'histories', 'counts', 'sessions'] as const
export type Use = (typeof USES)[number]

/** What a custodian fears and needs. */
export interface Wishes {
  readonly fears: readonly Fear[]
  readonly uses: readonly Use[]
  /** Columns that the release must have. */
  readonly columns: readonly string[]
  /** The task by which use is judged, */
  readonly task: string
  /** and how well it must do, beside the same trained on the log. */
  readonly minUse: number
  /** The kind of promise that is wanted. */
  readonly promise?: string
}

/** What a setting gives, as far as wishes ask for it. */
export interface Given {
  readonly columns: readonly string[]
  readonly uses: readonly Use[]
}

/** How far a feared attacker came, and whether that is within the limit, by measurement or by what the promise allows. */
export interface FearedRisk extends AttackerRisk {
  readonly limit: number
  readonly within: 'measured' | 'bound' | 'none applies' | undefined
}

/** A setting held against wishes. */
export interface Judged {
  readonly setting: Setting
  readonly risks: readonly FearedRisk[]
  /** The ratio of the task; undefined where it cannot be asked of such a release. */
  readonly use: Spread | undefined
  /** What it fails, and the figure that says so. */
  readonly fails?: { readonly what: string; readonly why: string }
}

export interface Recommendation {
  readonly wishes: Wishes
  /** Settings that fulfil all wishes: the most useful first, and of those within a point of it the strongest promise. */
  readonly fitting: readonly Judged[]
  /** The others, each with what it fails first, the most useful first. */
  readonly refused: readonly Judged[]
  /** How many fail what. */
  readonly out: Readonly<Record<string, number>>
  /** A comparison that was made before, perhaps by somebody else: its figures were not measured again. */
  readonly takenFrom?: string
}

/** Where an attacker succeeds with one account, nothing is protected from anybody who can ask. */
const ONE = 1

const MISSED = {
  tooRisky: 'lets an attacker come too far',
  oneAccount: 'falls to one account',
  notTried: 'has no figure for an attacker who is feared',
  tooLittle: 'is too little use',
  lacks: 'lacks what is needed',
} as const

/** Holds settings against wishes. What promises nothing, or does not hold, is never recommended. */
export function recommend(
  settings: readonly Setting[],
  givenBy: (setting: Setting) => Given,
  wishes: Wishes,
  attacks: Readonly<Record<string, { readonly attacker: Attacker }>>,
): Recommendation {
  const whose = Object.fromEntries(Object.entries(attacks).map(([name, { attacker }]) => [name, attacker]))
  const each = settings.map((setting) => judge(setting, givenBy(setting), wishes, whose))
  const best = mostUseful(each.filter(({ fails }) => fails === undefined))
  const judged = each.toSorted(betterBelow(usefulness(best)))
  const refused = judged.filter(({ fails }) => fails !== undefined)
  const out: Record<string, number> = {}
  for (const { fails } of refused) if (fails) out[fails.what] = (out[fails.what] ?? 0) + 1
  return { wishes, fitting: judged.filter(({ fails }) => fails === undefined), refused, out }
}

function judge(setting: Setting, given: Given, wishes: Wishes, whose: Readonly<Record<string, Attacker>>): Judged {
  const good = setting.runs.filter((run) => run.error === undefined)
  const risks = wishes.fears.map(({ attacker, at, limit }): FearedRisk => {
    const risk = riskOf(good, attacker, whose, at)
    return { ...risk, limit, within: withinLimit(risk, limit) }
  })
  const use = setting.tasks[wishes.task]
  const fails = unfit(setting, wishes) ?? lacking(given, wishes) ?? refuted(risks) ?? useless(use, wishes)
  return { setting, risks, use, ...(fails ? { fails } : {}) }
}

/** Every run counts, not their mean: a release is made once. Of what was not tried, or cannot be, the promise may know. */
function withinLimit({ worst, none, notTried, bound }: AttackerRisk, limit: number): FearedRisk['within'] {
  if (worst !== undefined && worst.most > limit) return undefined
  if (bound !== undefined && bound <= limit) return 'bound'
  if (notTried.length > 0) return limit >= 1 ? 'measured' : undefined
  if (none === undefined) return 'measured'
  // No attack can be put, and the promise allows them more: nothing says that they stay within it.
  return bound !== undefined && limit < 1 ? undefined : 'none applies'
}

type Fails = Judged['fails']
const fails = (what: string, why: string): Fails => ({ what, why })

function unfit(setting: Setting, { promise }: Wishes): Fails {
  const { error, empty, unfounded, attackErrors, guarantee, holds } = setting
  if (error !== undefined) return fails('could not be made', error)
  if (empty) return fails('gives an empty release', 'nothing is in it')
  if (unfounded) return fails('states another promise than its steps amount to', 'the comparison was tampered with')
  const [broken] = attackErrors
  if (broken) return fails('could not be put to all attacks', broken.join(': '))
  if (guarantee === undefined || guarantee.kind === 'none') return fails('promises nothing', 'whatever attacks find')
  if (holds === false) return fails('does not keep its promise', 'verify refutes it')
  if (promise !== undefined && guarantee.kind !== promise) return fails('makes another promise', guarantee.kind)
  return undefined
}

function lacking(given: Given, { columns, uses }: Wishes): Fails {
  const use = uses.find((one) => !given.uses.includes(one))
  if (use !== undefined) return fails(MISSED.lacks, `it gives no ${use}`)
  const column = columns.find((one) => !given.columns.includes(one))
  return column === undefined ? undefined : fails(MISSED.lacks, `it has no column ${column}`)
}

function refuted(risks: readonly FearedRisk[]): Fails {
  const enough = ({ attacker, succeedsFrom = Infinity }: FearedRisk, accounts: number) =>
    attacker === 'participant' && succeedsFrom <= accounts
  const easy = risks.find((risk) => enough(risk, Math.min(ONE, risk.at ?? ONE)))
  if (easy) return fails(MISSED.oneAccount, enoughWords(easy))
  const far = risks.find(
    (risk) => (risk.worst?.most ?? 0) > risk.limit || (risk.limit < HALF && enough(risk, risk.at ?? 0)),
  )
  if (far) return fails(MISSED.tooRisky, enoughWords(far))
  const open = risks.find(({ within }) => within === undefined)
  if (open === undefined) return undefined
  return fails(
    MISSED.notTried,
    open.notTried.length > 0 ? `${whoWith(open.attacker, open.at)}: ${untriedWords(open)}` : reachedWords(open),
  )
}

/** How far they came; where nothing could be tried, that so many accounts are enough whatever the log. */
function enoughWords(risk: FearedRisk): string {
  const { attacker, at, worst, succeedsFrom, notTried } = risk
  if (worst !== undefined || succeedsFrom === undefined) return reachedWords(risk)
  const tried = notTried.length === 0 ? '' : `; ${untriedWords({ notTried })}`
  return `${whoWith(attacker, at)}: by the promise ${succeedsFrom} of them are enough to test whether somebody asked a query${tried}`
}

function useless(use: Spread | undefined, { minUse, task }: Wishes): Fails {
  if (minUse <= 0 || (use !== undefined && use.mean >= minUse)) return undefined
  return fails(MISSED.tooLittle, use === undefined ? `${task} cannot be asked of it` : `${task} ${percent(use.mean)}`)
}

/** Of settings that do not fit, the one whose attackers go least over their limits; none that promises nothing, or does not hold. */
export function nearestOf(refused: readonly Judged[]): Judged | undefined {
  const over = ({ risks }: Judged) =>
    risks.reduce((sum, { worst, limit }) => sum + Math.max(0, (worst?.most ?? 0) - limit), 0)
  const short = refused.filter((one) => one.fails && (Object.values(MISSED) as string[]).includes(one.fails.what))
  return short.toSorted((a, b) => over(a) - over(b))[0]
}

/** How far an attacker came, in words: a share with its base, its attacker and its cost. */
export function reachedWords({ attacker, at, worst, none, notTried, bound, succeedsFrom }: AttackerRisk): string {
  const who = whoWith(attacker, at)
  const least =
    attacker !== 'participant'
      ? ''
      : succeedsFrom === undefined
        ? '; no number of accounts that was tried tests half of them'
        : `; ${succeedsFrom} ${succeedsFrom === 1 ? 'account tests' : 'accounts test'} half of them or more`
  const promised = bound === undefined ? '' : `; at most ${percent(bound)} by the promise`
  const upTo = worst?.upTo === undefined ? '' : `; 95%: up to ${percent(worst.upTo)}`
  if (worst) return `${who} reaches ${percent(worst.most)} by ${worst.attack} (${worst.of}${upTo}${least}${promised})`
  return `${who}: ${notTried.length === 0 ? none : untriedWords({ notTried })}${promised}`
}

/** Attacks that apply and were not run, each with why. */
export function untriedWords({ notTried }: Pick<AttackerRisk, 'notTried'>): string {
  return `not run: ${notTried.map(({ attack, reason }) => `${attack} (${reason})`).join(', ')}`
}

/** The stronger kinds of promise first. */
const STRENGTH: readonly Guarantee['kind'][] = [
  'dp',
  'identical-users',
  'k-m',
  'k-users-per-query',
  'threshold-reveal',
  'k-users-per-ngram',
  'none',
]

const usefulness = (judged: Judged | undefined) => judged?.use?.mean ?? 0

/** The one of highest use, whatever it promises. */
function mostUseful(list: readonly Judged[]): Judged | undefined {
  return list.toSorted((a, b) => usefulness(b) - usefulness(a))[0]
}

/** What is more useful than what was taken, by less than a point, and promises less; undefined where nothing is. */
export function moreUseful(fitting: readonly Judged[]): { readonly label: string; readonly use: number } | undefined {
  const best = mostUseful(fitting)
  if (best === undefined || percent(usefulness(best)) === percent(usefulness(fitting[0]))) return undefined
  return { label: best.setting.label, use: usefulness(best) }
}

/** The most useful first, in steps of a hundredth below the best; what stands on one step is as useful, and the stronger promise goes before. */
function betterBelow(best: number): (a: Judged, b: Judged) => number {
  const step = (one: Judged) => Math.floor(100 * (best - usefulness(one)))
  const kind = ({ setting: { guarantee } }: Judged) => STRENGTH.indexOf(guarantee?.kind ?? 'none')
  return (a, b) =>
    step(a) - step(b) || kind(a) - kind(b) || strictness(b) - strictness(a) || usefulness(b) - usefulness(a)
}

/** A larger k, a smaller epsilon. */
function strictness({ setting: { guarantee } }: Judged): number {
  if (guarantee === undefined) return 0
  if (guarantee.kind === 'dp') return -guarantee.epsilon
  return guarantee.kind === 'threshold-reveal' ? guarantee.t : 'k' in guarantee ? guarantee.k : 0
}
