import { percent } from './format.js'
import { type Html, html, htmlTable } from './html.js'
import { type AttackOutcome, inJson } from './outcomes.js'
import { furthestOf, riskOf } from './risk.js'

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
  const worst = furthestOf(inJson(attacks).attacks, measures)
  if (worst === undefined)
    return html`No attack has a figure: the table of attacks says which do not apply to data of this shape, and which were not run. That is not the same as finding nothing.${lost}`
  const by = attacks.find(({ attack }) => attack === worst.attack)
  const who = by ? `by the ${by.attacker}, who ${by.has}` : 'by anyone who reads the release'
  return html`What came furthest is ${worst.attack}, ${who}: ${exact ? percent(worst.share) : roughly(worst.share)} (${worst.of}).${lost}`
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
      const risk = riskOf(one.attack, one.figures)
      if (risk === undefined) return html`ran; no share to compare`
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
