import { percent } from '../base/format.js'
import { ATTACKERS, type Attacker, usualCost } from '../release/attackers.js'
import type { Guarantee } from '../release/guarantee.js'
import type { Draw } from './draw.js'
import { type Html, html, htmlTable, list } from './html.js'
import { type AttackOutcome, inJson, reachedIn, sampleWords } from './outcomes.js'
import { reachedWords } from './recommendation.js'
import { reachedAt } from './risk.js'
import { attackerTitle, boundWords, roughly } from './risk-cells.js'
import { type AttackerRisk, riskOf } from './settings.js'

/** How far an attacker came, and whether one of theirs failed: then what is known of them is not all. */
type TriedRisk = AttackerRisk & { readonly failed: boolean }

/** How far each attacker came against one release, for what they usually can afford. */
function risksOf(attacks: readonly AttackOutcome[], guarantee: Guarantee): TriedRisk[] {
  const run = { ...NO_RUN, guarantee, ...inJson(attacks), reached: reachedIn(attacks) }
  const whose = Object.fromEntries(attacks.map(({ attack, attacker }) => [attack, attacker]))
  return (Object.keys(ATTACKERS) as Attacker[])
    .filter((attacker) => attacks.some((one) => one.attacker === attacker))
    .map((attacker) => ({
      ...riskOf([run], attacker, whose, usualCost(attacker)),
      failed: attacks.some((one) => one.attacker === attacker && one.outcome === 'error'),
    }))
}

const NO_RUN = { label: '', method: '', params: {}, seed: 0, seconds: 0, measures: {}, leftOut: {} }

/** A bar for each attacker with what the promise allows them, and the same in words. */
export function attackerBars(
  attacks: readonly AttackOutcome[],
  guarantee: Guarantee,
  exact: boolean,
  draw: Draw,
): Html {
  const risks = risksOf(attacks, guarantee)
  if (risks.length === 0) return html``
  const label = risks.map((risk) => `${attackerTitle(risk.attacker, risk.at)}: ${barWords(risk, exact)}`).join('; ')
  const picture = draw(
    'How far each attacker came; the upright mark is what the promise itself allows them at most.',
    (plots, on) =>
      plots.shareBars(on, {
        label: `How far each attacker came. ${label}.`,
        bars: risks.map((risk) => {
          const words = boundWords(risk)
          return {
            label: attackerTitle(risk.attacker, risk.at),
            share: risk.failed
              ? undefined
              : risk.worst && (exact ? risk.worst.most : Math.round(20 * risk.worst.most) / 20),
            words: barWords(risk, exact),
            colour: 'var(--red)',
            ...(risk.bound === undefined || words === undefined ? {} : { mark: { at: risk.bound, words } }),
          }
        }),
      }),
  )
  return html`<div class="panels">${picture}<div>${list(risks.map((risk) => riskWords(risk, exact)))}</div></div>`
}

function barWords({ worst, none, failed }: TriedRisk, exact: boolean): string {
  if (failed) return 'FAILED'
  if (worst === undefined) return none ?? 'not run'
  return exact ? percent(worst.most) : roughly(worst.most)
}

function riskWords(risk: TriedRisk, exact: boolean): string {
  if (risk.failed)
    return `${attackerTitle(risk.attacker, risk.at)}: an attack of theirs FAILED, so how far they come is not known`
  return exact ? reachedWords(risk) : roughWords(risk)
}

/** For the public: a rough share, and no reason that speaks of the log. */
function roughWords(risk: AttackerRisk): string {
  const { attacker, at, worst, none, notTried } = risk
  const bound = boundWords(risk)
  const open = notTried.map(({ attack }) => attack).join(', ')
  const reached = worst ? `${roughly(worst.most)} by ${worst.attack} (${worst.of})` : (none ?? 'not run')
  const untried = open === '' ? '' : worst ? `; not run: ${open}` : ` (${open})`
  return `${attackerTitle(attacker, at)}: ${reached}${untried}${bound === undefined ? '' : `; ${bound}`}`
}

/** What came furthest, in a sentence with its attacker; or that nothing gave a figure, which is not the same as failing. */
export function furthestWords(attacks: readonly AttackOutcome[], exact: boolean): Html {
  const failed = attacks.filter(({ outcome }) => outcome === 'error').length
  const lost = failed > 0 ? html` <b class="bad">${failed} of the attacks failed, so this is not all.</b>` : html``
  const sample = sampleWords(inJson(attacks).samples ?? {}, exact)
  const untried = html`${sample === undefined ? '' : ` ${sample}`}${untriedWords(attacks, exact)}`
  const [worst] = attacks
    .flatMap((one) => {
      if (one.outcome !== 'ran' || one.reached === undefined) return []
      const risk = reachedAt(one.reached)
      return risk.share === null ? [] : [{ ...one, risk }]
    })
    .toSorted((a, b) => b.risk.share - a.risk.share)
  if (worst === undefined)
    return html`No attack has a figure: the table of attacks says which do not apply to data of this shape, and which were not run. That is not the same as finding nothing.${untried}${lost}`
  const { attack, attacker, has, risk } = worst
  return html`What came furthest is ${attack}, by the ${attacker}, who ${has}: ${exact ? percent(risk.share) : roughly(risk.share)} (${risk.of}).${untried}${lost}`
}

/** What was not run, and what ran and had nothing to try: of neither is it known how far it would have come. */
function untriedWords(attacks: readonly AttackOutcome[], exact: boolean): Html {
  const notRun = attacks.flatMap((one) =>
    one.outcome === 'not run' ? [`${one.attack} (${exact ? one.reason : `the ${one.attacker}, who ${one.has}`})`] : [],
  )
  const idle = attacks.flatMap((one) => {
    const risk = one.outcome === 'ran' && one.reached ? reachedAt(one.reached) : undefined
    return risk?.share === null ? [exact ? `${one.attack} (${risk.reason})` : one.attack] : []
  })
  return html`${notRun.length > 0 ? html` <b>Not run:</b> ${notRun.join('; ')}. How far that would have come is not known.` : html``}${
    idle.length > 0 ? html` There was nothing to try for ${idle.join('; ')}.` : html``
  }`
}

/** Every attack, whose it is, and what came of it. For the public without what was learnt of the log by not running one. */
export function attackTable(attacks: readonly AttackOutcome[], exact: boolean): Html {
  return htmlTable(
    ['attack', 'attacker', 'what came of it'],
    attacks.map((one) => [one.attack, `${one.attacker}: ${one.has}`, outcomeCell(one, exact)]),
  )
}

function outcomeCell(one: AttackOutcome, exact: boolean): Html {
  switch (one.outcome) {
    case 'ran': {
      if (one.reached === undefined) return html`ran; no share to compare`
      const risk = reachedAt(one.reached)
      if (risk.share === null) return html`<span class="soft">nothing to try${exact ? `: ${risk.reason}` : ''}</span>`
      return html`<b>${exact ? percent(risk.share) : roughly(risk.share)}</b> (${risk.of})`
    }
    case 'not applicable':
      return html`<span class="soft">not applicable: ${one.reason}</span>`
    case 'not run':
      return html`<span class="soft">not run${exact ? `: ${one.reason}` : ''}</span>`
    case 'error':
      return html`<b class="bad">FAILED${exact ? `: ${one.error}` : ''}</b>`
  }
}
