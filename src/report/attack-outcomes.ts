import { percent } from '../base/format.js'
import { type Html, html, htmlTable } from './html.js'
import { type AttackOutcome, reachedIn } from './outcomes.js'
import { furthestOf } from './risk.js'

/** About a twentieth: what a public page tells of a share. */
export function roughly(share: number): string {
  return `about ${5 * Math.round(20 * share)}%`
}

/** What came furthest, in a sentence with its attacker; or that nothing gave a figure, which is not the same as failing. */
export function furthestWords(
  attacks: readonly AttackOutcome[],
  measures: Readonly<Record<string, unknown>> | undefined,
  exact: boolean,
): Html {
  const failed = attacks.filter(({ outcome }) => outcome === 'error').length
  const lost = failed > 0 ? html` <b class="bad">${failed} of the attacks failed, so this is not all.</b>` : html``
  const untried = untriedWords(attacks, exact)
  const worst = furthestOf(reachedIn(attacks), measures)
  if (worst === undefined)
    return html`No attack has a figure: the table of attacks says which do not apply to data of this shape, and which were not run. That is not the same as finding nothing.${untried}${lost}`
  const by = attacks.find(({ attack }) => attack === worst.attack)
  const who = by ? `by the ${by.attacker}, who ${by.has}` : 'by anyone who reads the release'
  return html`What came furthest is ${worst.attack}, ${who}: ${exact ? percent(worst.share) : roughly(worst.share)} (${worst.of}).${untried}${lost}`
}

/** What was not run, and what ran and had nothing to try: of neither is it known how far it would have come. */
function untriedWords(attacks: readonly AttackOutcome[], exact: boolean): Html {
  const notRun = attacks.flatMap((one) =>
    one.outcome === 'not run' ? [`${one.attack} (${exact ? one.reason : `the ${one.attacker}, who ${one.has}`})`] : [],
  )
  const idle = attacks.flatMap((one) => {
    if (one.outcome !== 'ran' || one.reached?.share !== null) return []
    return [exact ? `${one.attack} (${one.reached.reason})` : one.attack]
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
      const { reached } = one
      if (reached === undefined) return html`ran; no share to compare`
      if (reached.share === null)
        return html`<span class="soft">nothing to try${exact ? `: ${reached.reason}` : ''}</span>`
      return html`<b>${exact ? percent(reached.share) : roughly(reached.share)}</b> (${reached.of})`
    }
    case 'not applicable':
      return html`<span class="soft">not applicable: ${one.reason}</span>`
    case 'not run':
      return html`<span class="soft">not run${exact ? `: ${one.reason}` : ''}</span>`
    case 'error':
      return html`<b class="bad">FAILED${exact ? `: ${one.error}` : ''}</b>`
  }
}
