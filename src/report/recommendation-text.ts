import { percent, table, wrapped } from '../base/format.js'
import { whoWith } from '../release/attackers.js'
import {
  type FearedRisk,
  type Judged,
  moreUseful,
  nearestOf,
  type Recommendation,
  reachedWords,
  untriedWords,
} from './recommendation.js'

/** The recommendation in words, with its reasons. */
export function recommendationText({ wishes, fitting, refused, takenFrom }: Recommendation): string {
  const [first, ...others] = fitting
  return [
    askedWords(wishes),
    '',
    ...(first ? takeLines(first, wishes, fitting) : nothingLines(refused)),
    ...(others.length > 0 ? ['', 'Others that fit:', ...settingLines(others, wishes)] : []),
    ...(refused.length > 0
      ? [
          '',
          'Not taken:',
          ...refused.map(({ setting, fails }) => `  ${setting.label}: ${fails?.what}: ${oneLine(fails?.why ?? '')}`),
        ]
      : []),
    '',
    takenFrom === undefined
      ? 'These figures come from this very log: a release with such settings is tuned on it, and says so in its manifest.'
      : `These figures stand in ${takenFrom} and were not measured again: they are worth as much as where you have it from. A release with such settings is tuned on that log, and says so in its manifest.`,
    'A low figure means that the attacks that were tried failed on this log, not that no attack can succeed.',
  ]
    .flatMap(inWidth)
    .join('\n')
}

/** Errors may be of a stranger, and of several lines. */
function oneLine(words: string): string {
  return words.replace(/[\p{C}\s]+/gu, ' ').trim()
}

/** Sentences go on below their first word; tables stay as they are. */
function inWidth(line: string): string[] {
  const [, first = '', words = ''] = /^( *)(.*)$/.exec(line) ?? []
  return /\S {2,}\S/.test(words) ? [line] : wrapped(words, first)
}

function askedWords({ fears, uses, columns, task, minUse, promise }: Recommendation['wishes']): string {
  const feared = fears.map(({ attacker, at, limit }) => `${whoWith(attacker, at)} ${percent(limit)}`)
  return [
    feared.length === 0 ? 'Asked for: nobody is feared' : `Asked for: at most ${feared.join(', ')}`,
    ...(uses.length + columns.length > 0 ? [`with ${[...uses, ...columns].join(', ')}`] : []),
    ...(promise === undefined ? [] : [`promise ${promise}`]),
    minUse > 0 ? `${task} at least ${percent(minUse)} as good as from the log` : `best for ${task}.`,
  ].join('; ')
}

/** Below this a reader should be asked whether it is worth it. */
export const LITTLE = 0.1

function takeLines(judged: Judged, { task, fears }: Recommendation['wishes'], fitting: readonly Judged[]): string[] {
  const { setting, risks } = judged
  const beside = setting.risks.filter(({ attacker }) => !fears.some((fear) => fear.attacker === attacker))
  return [
    `Take ${setting.label}.`,
    `  ${whyWords(fitting)}: ${useWords(judged, task)}.`,
    ...((judged.use?.mean ?? 0) < LITTLE
      ? ['  That is little: ask whoever wants it whether it is worth releasing.']
      : []),
    ...risks.map((risk) => `  ${reachedWords(risk)}: ${withinWords(risk)}.`),
    ...beside.map((risk) => `  Not asked for: ${reachedWords(risk)}.`),
    `  ${setting.guarantee?.sentence ?? ''}`,
    '  It does not protect against:',
    ...(setting.guarantee?.notProtected ?? []).map((line) => `    ${line}`),
  ]
}

function whyWords(fitting: readonly Judged[]): string {
  if (fitting.length === 1) return 'It alone fits'
  const more = moreUseful(fitting)
  if (more === undefined) return `Of ${fitting.length} that fit it is the most useful`
  return `Of ${fitting.length} that fit it makes the strongest promise within a point of the most useful (${more.label}, ${percent(more.use)})`
}

function withinWords({ within, worst, limit, notTried }: FearedRisk): string {
  const untried = notTried.length > 0 ? `; ${untriedWords({ notTried })}` : ''
  if (within === 'bound') return `within ${percent(limit)} by the promise, whatever is measured`
  if (within === 'none applies') return 'none of theirs has anything to try here'
  return `${worst === undefined ? 'no figure' : `within ${percent(limit)} as measured`}${untried}`
}

function useWords({ use }: Judged, task: string): string {
  return use === undefined
    ? `${task} cannot be asked of it`
    : `${task} trained on it is ${percent(use.mean)} as good as trained on the log`
}

function nothingLines(refused: readonly Judged[]): string[] {
  const nearest = nearestOf(refused)
  return [
    'Nothing fits.',
    ...(nearest ? [`Closest is ${nearest.setting.label}: ${nearest.fails?.what}: ${nearest.fails?.why}.`] : []),
  ]
}

function settingLines(judged: readonly Judged[], { task }: Recommendation['wishes']): string[] {
  const rows = judged.map(({ setting, use, risks }) => [
    setting.label,
    use === undefined ? '-' : percent(use.mean),
    ...risks.map(({ worst, none }) => (worst ? percent(worst.most) : (none ?? '-'))),
  ])
  const heads = judged[0]!.risks.map(({ attacker, at }) => (at === undefined ? attacker : `${attacker}:${at}`))
  return table([['setting', task, ...heads], ...rows]).map((line) => `  ${line}`)
}
